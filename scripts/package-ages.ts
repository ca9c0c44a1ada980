// `npm run packages` asks the registry for the age of each direct dependency; exit code 1 if one is deprecated. The full
// list of installed packages: `npm sbom --omit dev --sbom-format cyclonedx`.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const DAY_MS = 86_400_000
/** A developer should check a package without a release for so long, in days. */
const QUIET_DAYS = 3 * 365

/** The answer of `npm view NAME --json dist-tags time deprecated`. */
type RegistryEntry = {
  'dist-tags'?: { latest: string }
  time?: Record<string, string>
  deprecated?: string | boolean
}

/** Returns the newest version of a package, its day, and a note about what to do ('' for nothing). */
export function judge(installed: string, entry: RegistryEntry, now: number) {
  const newest = entry['dist-tags']?.latest ?? installed
  const released = entry.time?.[newest]
  const days = released === undefined ? undefined : Math.floor((now - Date.parse(released)) / DAY_MS)
  const isGivenUp = (entry.deprecated ?? false) !== false
  const notes = [
    ...(isGivenUp ? ['GIVEN UP'] : []),
    ...(days !== undefined && days > QUIET_DAYS ? ['quiet'] : []),
    ...(newest === installed ? [] : ['newer']),
  ]
  return { newest, released: released?.slice(0, 10) ?? '?', isGivenUp, note: notes.join(', ') }
}

type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>> & { version: string }
const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

async function main(): Promise<number> {
  const { dependencies, devDependencies } = manifestIn(root)
  let givenUp = 0
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    const installed = manifestIn(join(root, 'node_modules', name)).version
    const real = range.startsWith('npm:') ? range.slice(4, range.lastIndexOf('@')) : name
    const npm = process.env['npm_execpath']
    const args = ['view', real, '--json', 'dist-tags', 'time', 'deprecated']
    const { stdout } = await promisify(execFile)(
      npm === undefined ? 'npm' : process.execPath,
      npm === undefined ? args : [npm, ...args],
      { maxBuffer: 64 * 1024 * 1024 },
    )
    const { newest, released, isGivenUp, note } = judge(
      installed,
      JSON.parse(stdout) as RegistryEntry,
      Date.now(),
    )
    if (isGivenUp) givenUp += 1
    process.stdout.write(
      `${name} ${installed} (newest ${newest}, ${released})${note === '' ? '' : `: ${note}`}\n`,
    )
  }
  return Math.min(givenUp, 1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main()
