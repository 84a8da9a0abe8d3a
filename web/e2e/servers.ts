import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'

export type Database = 'sqlite' | 'postgres'

/** Server is a running binary with the signed-in states of its two demo accounts. */
export type Server = { url: string; admin: string; editor: string; address: string }

export const password = 'waymark-demo'
export const emails = { admin: 'admin@waymark.example', editor: 'editor@waymark.example' }

const variableOf = (database: Database) => `WAYMARK_E2E_${database.toUpperCase()}`

/** serverOn returns the server that the tests of a database use. */
export function serverOn(database: Database): Server {
  return JSON.parse(process.env[variableOf(database)] ?? '{}') as Server
}

/** makeUnconfirmed removes the password confirmation from the sessions of a user. */
export function makeUnconfirmed({ address }: Server, user: number) {
  const statement = `UPDATE sessions SET confirmed_at = NULL WHERE user_id = ${user}`
  if (!address.startsWith('sqlite:')) {
    execFileSync('psql', [address, '--quiet', '--command', statement])
    return
  }
  execFileSync('../scripts/need', ['sqlite3'])
  execFileSync('sqlite3', ['-cmd', '.timeout 10000', address.replace('sqlite:', ''), statement])
}

/** Starts the real binary with a fresh SQLite database (and a fresh PostgreSQL database, if a server is configured), and stops it afterwards. */
export default async function servers() {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-e2e-'))
  const cleanups: (() => Promise<unknown> | unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of cleanups.reverse()) await end()
  }
  try {
    const start = async (database: Database, address: string, ...flags: string[]) => {
      const { server, end } = await serve(folder, database, address, flags)
      cleanups.push(end)
      process.env[variableOf(database)] = JSON.stringify(server)
    }
    const postgres = process.env.WAYMARK_TEST_POSTGRES
    const database = postgres ? createDatabase(postgres) : undefined
    if (database) cleanups.push(database.drop)
    const starts = [start('sqlite', `sqlite:${join(folder, 'waymark.db')}`)]
    if (database) {
      const key = randomBytes(32).toString('base64')
      starts.push(start('postgres', database.address, '--single-node', '--secret-key', key, '--storage', `file:${join(folder, 'files')}`))
    }
    // Both generate their demo data at the same time. If one fails, the other is still awaited, because it has to be stopped.
    for (const started of await Promise.allSettled(starts)) if (started.status === 'rejected') throw started.reason
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** serve starts the binary with demo data. */
export async function serve(folder: string, database: Database, address: string, flags: string[]) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(folder, `${database}.log`)
  const logFile = openSync(log, 'w')
  // The tests serve the pages that the server fetches from 127.0.0.1.
  const child = spawn(
    '../bin/waymark',
    ['serve', '--demo', '--allow-private-urls', '--addr', `127.0.0.1:${port}`, '--pages-addr', '127.0.0.1:0', ...flags],
    {
      env: { ...process.env, WAYMARK_DATABASE: address },
      stdio: ['ignore', logFile, logFile],
    },
  )
  closeSync(logFile)
  const end = () => terminate(child)
  try {
    await waitUntilReady(child, url)
    return {
      server: { url, address, admin: await signIn(folder, database, url, 'admin'), editor: await signIn(folder, database, url, 'editor') },
      end,
    }
  } catch (error) {
    await end()
    throw new Error(`waymark on ${database}: ${error}\n${readFileSync(log, 'utf8')}`)
  }
}

/** signIn signs in once for all tests and stores the state. */
async function signIn(folder: string, database: Database, url: string, who: 'admin' | 'editor') {
  const path = join(folder, `${database}-${who}.json`)
  const http = await request.newContext({ baseURL: url })
  const response = await http.post('/api/auth/login', { data: { email: emails[who], password } })
  if (!response.ok()) throw new Error(`${who} can't sign in: ${await response.text()}`)
  await http.storageState({ path })
  await http.dispose()
  return path
}

async function waitUntilReady(child: ChildProcess, url: string) {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`)
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('not ready after 30 s')
}

function terminate(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return Promise.resolve()
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return exited
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

/** createDatabase creates a database for this run with psql, which is part of PostgreSQL. */
function createDatabase(server: string) {
  const name = `waymark_e2e_${randomBytes(6).toString('hex')}`
  const run = (statement: string) => execFileSync('psql', [server, '--quiet', '--command', statement], { stdio: ['ignore', 'ignore', 'inherit'] })
  run(`CREATE DATABASE ${name}`)
  const address = new URL(server)
  address.pathname = `/${name}`
  return { address: address.href, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) }
}
