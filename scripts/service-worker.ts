import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { build, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const SOURCE = join(ROOT, 'client/offline/service-worker.ts')
/** Files of client/public that the page itself loads. */
const PUBLIC = ['theme.js', 'favicon.svg', 'manifest.webmanifest', 'icon-192.png']

/** Builds the service worker as `sw.js` and lists in it the page's files, so that the panel opens offline. */
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
        const source = `const SHELL=${JSON.stringify(shell)};${await bundled()}`
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

/** Names of built files contain the hash of their content. */
function versionOf(built: string[]): string {
  const hash = createHash('sha256').update(built.toSorted().join())
  for (const name of ['index.html', 'offline/service-worker.ts', ...PUBLIC.map((file) => `public/${file}`)])
    hash.update(readFileSync(join(ROOT, 'client', name)))
  return hash.digest('hex').slice(0, 16)
}

/** A build of its own, because a worker cannot share chunks with the page. */
async function bundled(): Promise<string> {
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
  const [chunk] = result.output
  return chunk.code
}
