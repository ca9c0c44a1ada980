// Installs the locked packages when they are missing, older than the lock file or patched otherwise, so that
// `npm start` and `npm test` work on a fresh clone and after an update. Plain JavaScript for whatever Node started npm.
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import process from 'node:process'

import { hasOtherPatches, MARK } from './patches.mjs'
import { root, runProcess } from './run-process.mjs'

// NODE_ENV=production would leave Vite out; install scripts are replaced by our own post-install step.
const INSTALL = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** Throws when the packages cannot be installed. */
export async function ensureDeps() {
  // npm writes this file last, so it also says that an install was finished; the mark says the same of our step.
  const lock = modified(join(root, 'package-lock.json'))
  if (modified(join(root, 'node_modules/.package-lock.json')) < lock || hasOtherPatches()) {
    process.stdout.write('Paketler kuruluyor (npm ci) ...\n')
    if ((await npm(INSTALL)) !== 0) throw new Error('npm ci tamamlanamadı.')
  }
  if (modified(MARK) < lock) {
    const { code } = await runProcess(process.execPath, ['scripts/post-install.mjs'])
    if (code !== 0) throw new Error('Paketler hazırlanamadı.')
  }
}

/** The npm that started us. Without one, the one on the path: on Windows a batch file, which needs a shell. */
async function npm(args) {
  const { npm_execpath: started } = process.env
  const node = outOfTheWay()
  const { code } = started
    ? await runProcess(node, [started, ...args])
    : await runProcess('npm', args, { shell: process.platform === 'win32' })
  return code
}

/**
 * The path of the Node that we run on. Windows deletes no program that runs, but lets it be moved: one that npm
 * brought itself (`node_modules/.bin` is first on the path of a script) goes to where npm does not clean up.
 */
function outOfTheWay() {
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
