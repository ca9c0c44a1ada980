// Builds the client when the build is missing or older than its sources. Runs under the pinned Node.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './run-process.mjs'

const newest = (path) => {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const built = join(root, 'dist/client/index.html')
const sources = ['client', 'docs/kullanim', 'shared', 'package-lock.json', 'vite.config.ts'].map((name) =>
  join(root, name),
)
const force = process.argv.includes('--force')
if (force || !existsSync(built) || statSync(built).mtimeMs < Math.max(...sources.map(newest))) {
  process.stdout.write('Arayüz derleniyor ...\n')
  // With NODE_ENV=test or development in the shell, the build would contain React's slow development version.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', mode: 'production' })
}
