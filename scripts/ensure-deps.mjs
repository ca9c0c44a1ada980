// Installs the locked packages when they are missing, older than the lock file or patched otherwise, so that `npm
// start` and `npm test` work on a fresh clone and after an update. JavaScript, because any Node may have started npm.
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import process from 'node:process'

import { hasOtherPatches, MARK } from './patches.mjs'
import { root, runProcess } from './run-process.mjs'

// NODE_ENV=production would leave Vite out; install scripts are replaced by our own post-install step.
const INSTALL = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** Throws when the packages cannot be installed. */
export async function ensureDeps() {
  if (!hasPackages()) {
    process.stdout.write('Paketler kuruluyor (npm ci) ...\n')
    if ((await npm(INSTALL)) !== 0) throw new Error('npm ci tamamlanamadı.')
  }
  if (!isPrepared()) {
    const { code } = await runProcess(process.execPath, ['scripts/post-install.mjs'])
    if (code !== 0) throw new Error('Paketler hazırlanamadı.')
  }
}

/** Throws where `ensureDeps` would install, for a command that may change nothing. */
export function requireDeps() {
  if (!hasPackages() || !isPrepared())
    throw new Error('Hata: Paketler kurulu değil ya da eski. "npm start" kurar.')
}

// npm writes this file last, so it proves that an install was finished; the mark proves the same for our step.
const hasPackages = () =>
  modified(join(root, 'node_modules/.package-lock.json')) >= lock() && !hasOtherPatches()
const isPrepared = () => modified(MARK) >= lock()
const lock = () => modified(join(root, 'package-lock.json'))

/** Runs the npm that started us, else the one on the path: on Windows a batch file, which needs a shell. */
async function npm(args) {
  const { npm_execpath: started } = process.env
  const node = moveNodeAway()
  const { code } = started
    ? await runProcess(node, [started, ...args])
    : await runProcess('npm', args, { shell: process.platform === 'win32' })
  return code
}

/**
 * Returns the path of the Node that we run on. Windows cannot delete a running program but can move it, so one inside
 * `node_modules` (whose `.bin` is first on a script's path) goes to a folder that npm does not clean up.
 */
function moveNodeAway() {
  const { execPath, platform } = process
  if (platform !== 'win32' || !execPath.startsWith(join(root, 'node_modules') + sep)) return execPath
  const moved = join(root, 'dist/replaced-node.exe')
  mkdirSync(dirname(moved), { recursive: true })
  rmSync(moved, { force: true })
  renameSync(execPath, moved)
  return moved
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
