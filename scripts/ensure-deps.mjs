// Plain JavaScript for whatever Node started npm: installs the locked packages when they are missing or
// older than the lock file, so that `npm start` and `npm test` work on a fresh clone.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modified = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

// npm writes this file last, so it also says that an install was finished; the mark says the same of our step.
const lock = modified('package-lock.json')
if (modified('node_modules/.package-lock.json') < lock) {
  console.log('Paketler kuruluyor (npm ci) ...')
  // NODE_ENV=production would leave Vite out; install scripts are replaced by our own post-install step.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) fail(result.error?.message ?? 'npm ci tamamlanamadı.')
}
if (modified('node_modules/.post-install') < lock) {
  const post = spawnSync(process.execPath, [join(root, 'scripts/post-install.mjs')], { stdio: 'inherit' })
  if (post.status !== 0) process.exit(post.status ?? 1)
}

// linux-x64 brings its own Node; elsewhere the host's must do.
const bundled = existsSync(join(root, 'node_modules/.bin/node'))
if (!bundled && Number(process.versions.node.split('.')[0]) < 24)
  fail(`Node 24 veya üstü gerekli, bulunan: ${process.versions.node}.`)

function fail(message) {
  console.error(message)
  process.exit(1)
}
