import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

/** Runs code after `const log = createLogger('info')` in its own process; returns the chunks of standard error. */
async function chunksOf(code: string): Promise<string[]> {
  const logger = join(import.meta.dirname, '../../../../server/platform/lib/logger.ts')
  const source = `import { createLogger } from ${JSON.stringify(logger)}; const log = createLogger('info'); ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const chunks: string[] = []
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  await once(child, 'close')
  return chunks
}

const messagesIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)

test('usual lines of a moment are one write', async () => {
  const chunks = await chunksOf("log.info('a'); log.info('b'); setTimeout(() => log.info('c'), 100)")
  expect(chunks.map(messagesIn)).toEqual([['a', 'b'], ['c']])
})

test('a warning is written at once, behind the lines before it', async () => {
  const block = 'const until = Date.now() + 200; while (Date.now() < until) {}'
  const chunks = await chunksOf(`log.info('a'); log.warn('b'); ${block} log.info('c')`)
  expect(chunks.map(messagesIn)).toEqual([['a', 'b'], ['c']])
})

test.each([
  ['process.exit', 'process.exit(0)'],
  ['an uncaught error', "setTimeout(() => { throw new Error('x') }); "],
])('a process that ends by %s writes what waits', async (_, end) => {
  const text = (await chunksOf(`log.info('a'); ${end}`)).join('')
  expect(text).toContain('"msg":"a"')
})

test('many lines do not wait', async () => {
  const chunks = await chunksOf(
    "for (let i = 0; i < 2000; i++) log.info('x'.repeat(50)); process.kill(process.pid, 'SIGKILL')",
  )
  expect(messagesIn(chunks.join('')).length).toBeGreaterThan(1000)
})
