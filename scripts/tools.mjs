// Finds installed tools as files for Node, because the links in node_modules/.bin are shell scripts on Windows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './run-process.mjs'

/** Returns the file that a package's command runs: `tool('tsc', 'typescript')`. */
export function tool(command, name = command) {
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Returns Node's arguments for the checks of types, lint, format, the size of each route, and words. */
export function checks() {
  return [
    [tool('tsc', 'typescript'), '--noEmit', '-p', '.'],
    [tool('oxlint'), '--type-aware', '--deny-warnings'],
    [tool('oxfmt'), '--check', '.'],
    ['scripts/ensure-build.mjs'],
    ['tests/bench/check-sizes.ts'],
    ['scripts/check-words.ts'],
  ]
}
