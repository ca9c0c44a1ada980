import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { build, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const SOURCE = join(ROOT, 'client/offline/service-worker.ts')
/** The page itself loads these files of client/public. */
const PUBLIC = ['theme.js', 'favicon.svg', 'manifest.webmanifest', 'icon-192.png']

/** Returns a plugin that builds the service worker `sw.js` with a list of the page's files, for use offline. */
export function serviceWorker(base: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const built = Object.keys(bundle).filter((name) => /\.(js|css|woff2)$/.test(name))
        const files = [...built.toSorted(), ...PUBLIC].map((name) => base + name)
        const shell = { page: base, files, version: versionOf(built) }
        const source = `const SHELL=${JSON.stringify(shell)};${await bundleWorker()}`
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

/** Hashes the names of built files, which contain the hash of their content, and the content of the others. */
function versionOf(built: string[]): string {
  const hash = createHash('sha256').update(built.toSorted().join())
  for (const name of ['index.html', 'offline/service-worker.ts', ...PUBLIC.map((file) => `public/${file}`)])
    hash.update(readFileSync(join(ROOT, 'client', name)))
  return hash.digest('hex').slice(0, 16)
}

/** Builds the worker alone, because it cannot share chunks with the page. */
async function bundleWorker(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: SOURCE, output: { format: 'iife' } },
    },
  })
  if (!('output' in result)) throw new Error('the service worker was not built')
  return result.output[0].code
}
