// Knows which patches are applied in node_modules: post-install.mjs writes the mark, ensure-deps.mjs compares it.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './run-process.mjs'

/** Written when an installation is complete, with the digest of the patches that it applied. */
export const MARK = join(root, 'node_modules/.post-install')

/** Returns the SHA-256 of all patch files; ignores line ends, which git may change on Windows. */
export function digestOfPatches() {
  const hash = createHash('sha256')
  for (const name of readdirSync(join(root, 'patches')).sort())
    hash.update(`${name}\n${readFileSync(join(root, 'patches', name), 'utf8').replaceAll('\r\n', '\n')}\n`)
  return hash.digest('hex')
}

/** Returns whether other patches were applied; then the packages are installed anew, because patches fit only those. */
export const hasOtherPatches = () => existsSync(MARK) && readFileSync(MARK, 'utf8') !== digestOfPatches()
