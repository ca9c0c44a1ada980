// Everything that must hold, in one command: types, lint and format, the client's build, then every test
// project. Started by run.mjs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ensureChromium } from './ensure-chromium.mjs'
import { runProcess } from './run-process.mjs'
import { checks, tool } from './tools.mjs'

const filters = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'oto-test-'))
const report = join(reports, 'vitest.json')
process.env.NODE_ENV = 'test'

try {
  process.env.CHROMIUM_PATH = ensureChromium()
  for (const args of [...checks(), ['scripts/ensure-build.mjs']]) {
    if ((await run(args)) !== 0) throw new Error(`${args.join(' ')} başarısız.`)
  }
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters]
  const failed = await run([tool('vitest'), ...args])
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
  process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`)
  if (numPendingTests > 0 && filters.length === 0) {
    process.stderr.write('Atlanan test var: atlanan test hata sayılır.\n')
    process.exitCode = 1
  }
  if (failed !== 0) process.exitCode = failed
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}

/** A signal ends the whole run, not only the step that it found. */
async function run(args) {
  const { code, stopped } = await runProcess(process.execPath, args)
  if (stopped) throw new Error('Yarıda kesildi.')
  return code
}
