import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import type { RestoreTask } from '#server/platform/backup/service.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'

const COMMAND = join(import.meta.dirname, '../../server/commands/restore-panel.ts')

/** AuthenticationOk and ReadyForQuery of PostgreSQL's protocol. */
const READY = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')

/** Starts a restore that waits for a database which accepts connections but responds to no statement. */
async function restoring() {
  const database = createServer().listen(0, '127.0.0.1')
  await once(database, 'listening')
  const folder = temporaryFolder()
  const file = join(folder, 'yedek')
  writeFileSync(file, Buffer.from([0x1f, 0x8b]))
  const child = fork(COMMAND, [], { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
    database.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = database.address() as AddressInfo
  const target = { url: `postgres://oto@127.0.0.1:${port}/oto` }
  child.send({ target, file, passphrase: undefined } satisfies RestoreTask)
  const [socket] = (await once(database, 'connection')) as [Socket]
  await once(socket, 'data')
  socket.write(READY)
  await once(socket, 'data')
  return child
}

/** Less than the restore's own deadlines of 20 s, so that an end within this time is due to the stop. */
const MUST_END_MS = 10_000

async function endOf(child: ChildProcess, stop: () => void): Promise<unknown> {
  const ended = once(child, 'exit')
  stop()
  return Promise.race([ended, sleep(MUST_END_MS, 'still there', { ref: false })])
}

test('a restore ends when its panel ends', async () => {
  const child = await restoring()
  expect(await endOf(child, () => child.disconnect())).toEqual([1, null])
})

test('a signal ends a restore', async () => {
  const child = await restoring()
  expect(await endOf(child, () => void child.kill('SIGTERM'))).toEqual([1, null])
})
