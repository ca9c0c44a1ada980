// Everything that must hold, in one command: types, lint and format, the client's build, then every test
// project. Runs under the pinned Node after ensure-deps.mjs.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ensureChromium } from './ensure-chromium.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules/.bin')
const filters = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'oto-test-'))
const report = join(reports, 'vitest.json')

const env = { ...process.env, NODE_ENV: 'test', PATH: `${bin}:${process.env.PATH}` }

try {
  env.CHROMIUM_PATH = ensureChromium()
  run('tsc', ['--noEmit', '-p', '.'])
  run('oxlint', ['--type-aware', '--deny-warnings'])
  run('oxfmt', ['--check', '.'])
  run('node', [join(root, 'scripts/ensure-build.mjs')])
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters]
  const failed = run('vitest', args, { mayFail: true })
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

function run(command, args, { mayFail = false } = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
  if (error) throw error
  if (status !== 0 && !mayFail) throw new Error(`${command} ${args[0] ?? ''} başarısız (${status}).`)
  return status ?? 1
}
