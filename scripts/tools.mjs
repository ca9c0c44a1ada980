// The tools that came with npm, as files for Node: the links in node_modules/.bin are shell scripts on Windows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './run-process.mjs'

/** The file that a package's command runs: `tool('tsc', 'typescript')`. */
export function tool(command, name = command) {
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Types, lint and format: arguments for Node, in this order. */
export function checks() {
  return [
    [tool('tsc', 'typescript'), '--noEmit', '-p', '.'],
    [tool('oxlint'), '--type-aware', '--deny-warnings'],
    [tool('oxfmt'), '--check', '.'],
  ]
}
