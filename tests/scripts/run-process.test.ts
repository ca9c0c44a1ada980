import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const MODULE = join(ROOT, 'scripts/run-process.mjs')

/** Starts a process that runs `code` as a child by `runProcess` and prints the result. */
function launch(code: string, options = '') {
  const script = `
    import { runProcess } from ${JSON.stringify(MODULE)}
    const answer = await runProcess(process.execPath, ['-e', ${JSON.stringify(code)}], { ${options} })
    console.log(JSON.stringify(answer))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (data) => (output += String(data)))
  const until = async (text: string) => {
    while (!output.includes(text)) await once(child.stdout, 'data')
  }
  const ended = once(child, 'close').then(() => output.trim().split('\n'))
  return { child, until, ended }
}

/** A script that counts its signals, and ends shortly after the first. */
const COUNTING = `
  let count = 0
  process.on('SIGTERM', () => {
    if (++count === 1) setTimeout(() => { console.log('got ' + count); process.exit(3) }, 300)
  })
  setInterval(() => {}, 1000)
  console.log('up')`

test('the exit code is that of the child', async () => {
  expect(await launch('process.exit(7)').ended).toEqual(['{"code":7,"stopped":false}'])
})

test('a child that a signal ended has exit code 128 plus the number of the signal', async () => {
  const killed = launch(`process.kill(process.pid, 'SIGKILL')`)
  expect(await killed.ended).toEqual(['{"code":137,"stopped":false}'])
})

test('a signal reaches the child once, and the end of the child is awaited', async () => {
  const { child, until, ended } = launch(COUNTING)
  await until('up')
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  expect(await ended).toEqual(['up', 'got 1', '{"code":3,"stopped":true}'])
})

test('a child with a channel notices the end of its parent, also when that was killed', async () => {
  const listening = `process.on('disconnect', () => { console.log('told'); process.exit(0) }); console.log('up')`
  const asked = launch(listening, 'channel: true')
  await asked.until('up')
  asked.child.kill('SIGHUP')
  expect(await asked.ended).toEqual(['up', 'told', '{"code":0,"stopped":true}'])

  const killed = launch(listening, 'channel: true')
  await killed.until('up')
  killed.child.kill('SIGKILL')
  expect(await killed.ended).toEqual(['up', 'told'])
})

test('a missing program is an error', async () => {
  const script = `
    import { runProcess } from ${JSON.stringify(MODULE)}
    await runProcess('/no/such/program', []).catch((error) => console.log(error.code))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(String((await once(child.stdout, 'data'))[0])).toBe('ENOENT\n')
})

test('an unknown command is answered with the list of commands', async () => {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'baslat'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const [[line], [code]] = await Promise.all([once(child.stderr, 'data'), once(child, 'exit')])
  expect(String(line)).toMatch(/^Bilinmeyen komut: "baslat"\. Komutlar: start, demo, .*\.\n$/)
  expect(code).toBe(1)
})
