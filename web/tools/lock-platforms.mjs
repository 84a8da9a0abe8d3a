// lock-platforms: adds to package-lock.json the builds for other machines that packages come in. A registry that lacks some of them makes
// npm leave them out, and npm ci then refuses the lock file, here and on those machines. Run it after a package was added or raised.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32', 'arm']

/** entry says what a build is for, which its name tells. */
function entry(name, version, dev) {
  const words = name.split(/[/-]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor)).slice(0, 1)
  const libc = os[0] === 'linux' && (words.includes('musl') ? ['musl'] : words.includes('gnu') || words.includes('gnueabihf') ? ['glibc'] : [])
  return { version, cpu, ...(dev && { dev }), ...(libc && libc.length > 0 && { libc }), optional: true, ...(os.length > 0 && { os }) }
}

for (const [place, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  if (!place) continue
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const key = `node_modules/${name}`
    if (!lock.packages[key] && /^\d/.test(version)) lock.packages[key] = entry(name, version, dev)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
