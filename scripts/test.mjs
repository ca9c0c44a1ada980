// `npm test`: what must hold of each change, in one command: types, lint, format and sizes, then every test project, in
// the short form (tests/long-form.ts). `npm run test:long`: the same with every file. The full accessibility matrix and
// the faults in their long form are commands of their own, `npm run test:a11y` and `npm run test:faults`.
// `npm test -- ARGUMENTS`: vitest alone with them; each project sets up what its files need (vitest.config.ts).
// Started by run.mjs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runProcess } from './run-process.mjs'
import { checks, tool } from './tools.mjs'

const filters = process.argv.slice(2)
const isLong = filters[0] === '--long'
process.env.NODE_ENV = 'test'

try {
  process.exitCode =
    filters.length === 0 || isLong ? await everything() : await run([tool('vitest'), 'run', ...filters])
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** The exit code; arguments after `--long` go to vitest. A skipped test counts as an error. */
async function everything() {
  // First, because without a browser the whole run would fail later. Imported here, so that the run of one project
  // does not load it.
  const { ensureChromium } = await import('./ensure-chromium.ts')
  process.env.CHROMIUM_PATH = ensureChromium()
  for (const args of checks()) {
    if ((await run(args)) !== 0) throw new Error(`${args.join(' ')} başarısız.`)
  }
  if (!isLong) process.env.TEST_FORM = 'short'
  const reports = mkdtempSync(join(tmpdir(), 'oto-test-'))
  const report = join(reports, 'vitest.json')
  try {
    const reporters = [
      '--reporter=default',
      '--reporter=./scripts/retried-reporter.ts',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    const failed = await run([
      tool('vitest'),
      'run',
      '--project=!a11y',
      '--project=!faults',
      ...reporters,
      ...filters.slice(1),
    ])
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
