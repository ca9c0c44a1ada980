// `npm test` checks types, lint, format and sizes, then runs every test project in the short form (tests/long-form.ts);
// `npm run test:long` runs every file. The full accessibility matrix and the long faults have commands of their own.
// `npm test -- ARGUMENTS` runs only vitest with these arguments.
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runProcess } from './run-process.mjs'
import { checks, tool } from './tools.mjs'

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'
const LEAST_BYTES = 8 * 2 ** 30

const filters = process.argv.slice(2)
const isLong = filters[0] === '--long'
process.env.NODE_ENV = 'test'
if (hasMemory()) process.env.TMPDIR ??= MEMORY

try {
  process.exitCode =
    filters.length === 0 || isLong ? await everything() : await run([tool('vitest'), 'run', ...filters])
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Whether temporary files fit into memory: most test files copy a database, on a disk for a third of a second of CPU. */
function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= LEAST_BYTES
  } catch {
    return false
  }
}

/** Returns the exit code; arguments after `--long` go to vitest. A skipped test counts as an error. */
async function everything() {
  // First, because without a browser the run would fail only later. The run of one project does not load it.
  const { ensureChromium } = await import('./ensure-chromium.ts')
  process.env.CHROMIUM_PATH = ensureChromium()
  for (const args of checks()) {
    if ((await run(args)) !== 0) throw new Error(`${args.join(' ')} başarısız.`)
  }
  if (!isLong) process.env.TEST_FORM = 'short'
  const reports = mkdtempSync(join(tmpdir(), 'oto-test-'))
  const report = join(reports, 'vitest.json')
  try {
    const projects = ['--project=!a11y', '--project=!faults']
    const reporters = ['default', './scripts/retried-reporter.ts', 'json'].map((name) => `--reporter=${name}`)
    const output = `--outputFile.json=${report}`
    const args = ['run', ...projects, ...reporters, output, ...filters.slice(1)]
    const failed = await run([tool('vitest'), ...args])
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
    process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`)
    if (numPendingTests > 0) process.stderr.write('Atlanan test var: atlanan test hata sayılır.\n')
    return failed !== 0 ? failed : Math.min(numPendingTests, 1)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** Runs one step. A signal ends the whole run, not only the current step. */
async function run(args) {
  const { code, stopped } = await runProcess(process.execPath, args)
  if (stopped) throw new Error('Yarıda kesildi.')
  return code
}
