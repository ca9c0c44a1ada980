import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Vite's list of the scripts of a build, by the source that each begins with. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[]; isEntry?: boolean }>>

const FRAME = /^routes\/_app\.tsx/
const SCREEN = /^routes\/_app\/(.+)\.tsx/

/**
 * Returns a function from a page's path ('/books') to the scripts of its screen and frame, without those of the entry,
 * so that the browser loads them beside it. Other paths, and a build without a manifest, have none.
 */
export function createScreenFiles(clientDir: string): (path: string) => readonly string[] {
  const manifest = readManifest(clientDir)
  const keys = Object.keys(manifest)
  const first = keys.filter((key) => manifest[key]?.isEntry)
  const frame = keys.filter((key) => FRAME.test(key))
  const loaded = filesWithImports(manifest, first)
  const screens = keys.flatMap((key) => {
    const name = SCREEN.exec(key)?.[1]
    if (name === undefined) return []
    const files = [...filesWithImports(manifest, [...frame, key])].filter((it) => !loaded.has(it))
    return [{ address: new RegExp(`^/${name.replace(/_?\.\$id/, '/[^/]+')}/?$`), files }]
  })
  return (path) => screens.find(({ address }) => address.test(path))?.files ?? []
}

/** Reads the manifest of the build; it is empty without one. */
export function readManifest(clientDir: string): Manifest {
  const file = join(clientDir, '.vite/manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
}

/** Returns the files that a browser loads for these sources, with all their imports. */
export function filesWithImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  keys.forEach(visit)
  return new Set([...seen].flatMap((key) => manifest[key]?.file ?? []))
}
