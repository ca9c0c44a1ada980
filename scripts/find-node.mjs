// Finds the project's Node: the one that npm installed for this platform, else the host's.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

import { root } from './run-process.mjs'

/** The oldest Node with type stripping and `await using` without flags, which the server needs. */
const OLDEST_MAJOR = 24

/** Returns the path of Node's program. Throws when npm installed none and the host's is too old. */
export function findNode() {
  const bundled = bundledNode()
  if (bundled !== undefined) return bundled
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return process.execPath
  throw new Error(`Node ${OLDEST_MAJOR} veya üstü gerekli, bulunan: ${process.versions.node}.`)
}

/** Uses the package's own path, because npm 10 links none of several `node-*` packages in `.bin`. */
export function bundledNode() {
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const program = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
  return existsSync(program) && hasGlibc() ? program : undefined
}

/** The Linux packages need glibc; on Alpine (musl) they are installed but cannot run. */
function hasGlibc() {
  if (process.platform !== 'linux') return true
  return ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'].some((loader) => existsSync(loader))
}
