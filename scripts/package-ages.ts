// `npm run packages`: how old each direct dependency is and whether it is still kept, from the registry; exit code 1 if
// one was given up. The full list of what is installed: `npm sbom --omit dev --sbom-format cyclonedx`.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const DAY_MS = 86_400_000
/** Without a release for so long, in days, somebody should look whether the package is still kept. */
const QUIET_DAYS = 3 * 365

/** The answer of `npm view NAME --json dist-tags time deprecated`. */
type Told = {
  'dist-tags'?: { latest: string }
  time?: Record<string, string>
  deprecated?: string | boolean
}

/**
 * What the registry says of one package: the newest version and its day, and what to do about it ('' for nothing).
 */
export function judge(installed: string, told: Told, now: number) {
  const newest = told['dist-tags']?.latest ?? installed
  const released = told.time?.[newest]
  const days = released === undefined ? undefined : Math.floor((now - Date.parse(released)) / DAY_MS)
  const isGivenUp = told.deprecated !== undefined && told.deprecated !== false
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
    const { newest, released, isGivenUp, note } = judge(installed, JSON.parse(stdout) as Told, Date.now())
    if (isGivenUp) givenUp += 1
    process.stdout.write(
      `${name} ${installed} (newest ${newest}, ${released})${note === '' ? '' : `: ${note}`}\n`,
    )
  }
  return Math.min(givenUp, 1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main()
