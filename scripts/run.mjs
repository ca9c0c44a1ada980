// Runs every package script: `node scripts/run.mjs COMMAND [ARGUMENTS]`, the same under sh, cmd.exe and PowerShell.
// Installs missing packages, then runs the command's steps on Node 24. JavaScript, because any Node may start it.
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'

import { ensureDeps, requireDeps } from './ensure-deps.mjs'
import { findNode } from './find-node.mjs'
import { runProcess } from './run-process.mjs'
import { checks, tool } from './tools.mjs'

const BUILD = { args: ['scripts/ensure-build.mjs'] }

/** The steps of each command, one Node process each; arguments go to the last. Tools exist only after the installation. */
const COMMANDS = {
  start: () => [BUILD, { args: ['server/main.ts'], channel: true }],
  demo: () => [BUILD, { args: ['server/commands/demo/main.ts'], channel: true }],
  rebuild: () => [{ args: ['server/commands/rebuild.ts'], channel: true }],
  backup: () => [{ args: ['server/commands/backup.ts'], channel: true }],
  restore: () => [{ args: ['server/commands/restore.ts'], channel: true }],
  'reset-password': () => [{ args: ['server/commands/reset-password.ts'], channel: true }],
  'breach-report': () => [{ args: ['server/commands/breach-report.ts'], channel: true }],
  distribute: () => [{ args: ['server/commands/distribute.ts'], channel: true }],
  doctor: () => [{ args: ['server/commands/doctor.ts'], channel: true }],
  dev: () => [{ args: ['scripts/dev.mjs'] }],
  build: () => [{ args: ['scripts/ensure-build.mjs', '--force'] }],
  check: () => checks().map((args) => ({ args })),
  format: () => [{ args: [tool('oxfmt'), '.'] }],
  test: () => [{ args: ['scripts/test.mjs'] }],
  'test:long': () => [{ args: ['scripts/test.mjs', '--long'] }],
  'test:a11y': () => [{ args: ['scripts/test.mjs', '--project', 'a11y'] }],
  'test:faults': () => [{ args: ['scripts/test.mjs', '--project', 'faults'] }],
  'test:citus': () => [{ args: ['scripts/test-citus.mjs'] }],
  'citus:cluster': () => [{ args: ['tests/citus/cluster.ts'] }],
  sqlmap: () => [{ args: ['tests/faults/sqlmap.ts'] }],
  'guide:pictures': () => [BUILD, { args: ['scripts/guide-pictures/main.ts'] }],
  packages: () => [{ args: ['scripts/package-ages.ts'] }],
  bench: () => [BUILD, { args: ['tests/bench/main.ts'] }],
  soak: () => [BUILD, { args: ['tests/bench/soak.ts'] }],
  'bench:rows': () => [{ args: ['tests/bench/row-security.ts'] }],
  'bench:scale': () => [{ args: ['tests/bench/scale/main.ts'] }],
  'bench:replica': () => [{ args: ['tests/bench/replica.ts'] }],
  'bench:citus': () => [{ args: ['tests/bench/citus.ts'] }],
  'bench:page': () => [BUILD, { args: ['tests/bench/page-main.ts'] }],
}

const [command = '', ...rest] = process.argv.slice(2)

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run() {
  if (!Object.hasOwn(COMMANDS, command))
    throw new Error(`Bilinmeyen komut: "${command}". Komutlar: ${Object.keys(COMMANDS).join(', ')}.`)
  // The doctor changes nothing, not even the installation.
  if (command === 'doctor') requireDeps()
  else await ensureDeps()
  // A second start takes two thirds of the time. A folder that cannot be written is ignored.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node')
  const node = findNode()
  // The steps find the same Node under the name 'node'.
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`
  const steps = COMMANDS[command]()
  const last = steps.at(-1)
  last.args.push(...rest)
  for (const step of steps) {
    const { code, stopped } = await runProcess(node, step.args, { channel: step.channel })
    if (code !== 0) return code
    // A stop during the build leaves nothing to serve.
    if (stopped && step !== last) return 1
  }
  return 0
}
