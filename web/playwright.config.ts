import { defineConfig } from '@playwright/test'
import type { Options } from './e2e/test.ts'

/** Measurements are no tests: they take minutes and need a quiet machine. */
const measuring = Boolean(process.env.MEASURE)

// Debian's chromium, as it is: no sandbox as root, and nothing that talks to the network by itself.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Two processes fewer to start and to talk to: a tab shares that of the tabs before it, with the scripts it has read already.
  '--process-per-site',
  '--in-process-gpu',
  // Pages live for seconds: the optimising compilers take more time than they save.
  ...(measuring ? [] : ['--js-flags=--no-opt --no-maglev']),
]

export default defineConfig<Options>({
  testDir: 'e2e',
  testIgnore: measuring ? [] : ['**/interactions.spec.ts', '**/first-rows.spec.ts', '**/pictures.spec.ts'],
  outputDir: 'e2e/.results',
  globalSetup: './e2e/servers.ts',
  fullyParallel: true,
  workers: 3, // on two cores: tests wait for the server and for timers about a third of the time
  retries: 2, // on a busy machine a browser misses a beat; what does not pass at once is listed as flaky, and is a fault to mend
  forbidOnly: true,
  timeout: 40_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1360, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // A trace of every test would take as long as the tests: TRACE=1 for the one that fails.
    trace: process.env.TRACE ? 'on' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags },
  },
  projects: [
    { name: 'sqlite', use: { database: 'sqlite' } },
    ...(process.env.WAYMARK_TEST_POSTGRES ? [{ name: 'postgres', grep: /@both/, use: { database: 'postgres' as const } }] : []),
  ],
})
