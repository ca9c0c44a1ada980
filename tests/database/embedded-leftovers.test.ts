import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { readPidFile, removeLockFile, findServerOf, isRunning } from '#server/platform/db/embedded/process.ts'
import { startEmbedded } from '#server/platform/db/embedded/server.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { IMPATIENT, launchPanel, serverPid } from '#tests/support/panel/panel-process.ts'

const isRoot = process.getuid?.() === 0
/** The user of root's server: PostgreSQL only considers processes that it may signal. */
const serverUser = isRoot ? { uid: 65534, gid: 65534 } : {}
const folder = temporaryFolder()
const original = join(folder, 'original')

beforeAll(async () => (await startEmbedded({ dataDir: original })).stop())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies the stopped, intact data folder for one test. */
function copyOfData(name: string): { dataDir: string; cluster: string; pidFile: string; socketLock: string } {
  const dataDir = join(folder, name)
  cpSync(original, dataDir, { recursive: true, preserveTimestamps: true })
  const cluster = join(dataDir, 'postgresql')
  const pidFile = join(cluster, 'postmaster.pid')
  return { dataDir, cluster, pidFile, socketLock: join(cluster, '.s.PGSQL.5432.lock') }
}

/** Returns the lock file of a server that is ready, as PostgreSQL writes it. */
function lockOf(pid: number, cluster: string): string {
  return [pid, cluster, 1, 5432, cluster, '', '  5432001        1', 'ready   ', ''].join('\n')
}

/** Starts an unrelated process of the same user, until the end of the test; returns it and one of its threads. */
async function startOther(): Promise<{ process: number; thread: number }> {
  const other = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...serverUser,
  })
  onTestFinished(() => void other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  const pid = other.pid ?? 0
  return { process: pid, thread: Number(readdirSync(`/proc/${pid}/task`).at(-1)) }
}

/** Returns whether a new server was started, and stops it again. */
async function startsAnew(dataDir: string): Promise<boolean> {
  const server = await startEmbedded({ dataDir })
  await server.stop()
  return !server.adopted
}

describe('lock files of a server that no longer runs', { timeout: 300_000 }, () => {
  it.for(['process', 'thread'] as const)(
    'lock files are removed when their process id now belongs to another %s',
    async (kind) => {
      const { dataDir, cluster, pidFile, socketLock } = copyOfData(`number-of-a-${kind}`)
      const other = await startOther()
      writeFileSync(pidFile, lockOf(other[kind], cluster))
      writeFileSync(socketLock, lockOf(other[kind], cluster))
      expect(await startsAnew(dataDir)).toBe(true)
      expect(isRunning(other.process)).toBe(true)
    },
  )

  it('lock files with different process ids are removed one by one', async () => {
    const { dataDir, cluster, socketLock } = copyOfData('socket-lock-only')
    const other = await startOther()
    writeFileSync(socketLock, lockOf(other.process, cluster))
    expect(await startsAnew(dataDir)).toBe(true)
  })

  it('empty lock files of a killed process are removed', async () => {
    const { dataDir, pidFile, socketLock } = copyOfData('empty')
    writeFileSync(pidFile, '')
    writeFileSync(socketLock, '')
    expect(await startsAnew(dataDir)).toBe(true)
  })

  it('lock files of a zombie server are removed', async () => {
    const { dataDir } = copyOfData('zombie')
    const parent = launchPanel(dataDir)
    expect(await parent.word).toBe('ready')
    const pid = serverPid(dataDir)
    parent.child.kill('SIGSTOP')
    process.kill(pid, 'SIGKILL')
    expect(await startsAnew(dataDir)).toBe(true)
    // A zombie keeps its process id: signal 0 still reaches it.
    expect(() => process.kill(pid, 0)).not.toThrow()
    await parent.end('SIGKILL')
  })

  it('exactly one of two panels that start at once takes over the lock files', async () => {
    const { dataDir, cluster, pidFile, socketLock } = copyOfData('twins')
    const other = await startOther()
    for (let round = 0; round < 3; round++) {
      writeFileSync(pidFile, lockOf(other.process, cluster))
      writeFileSync(socketLock, lockOf(other.thread, cluster))
      const twins = [launchPanel(dataDir, IMPATIENT), launchPanel(dataDir, IMPATIENT)]
      onTestFinished(() => twins.forEach(({ child }) => child.kill('SIGTERM')))
      const outcomes = await Promise.all(twins.map((twin) => twin.word))
      expect(outcomes.sort()).toEqual([
        'ready',
        'refused DATA_DIR: bu klasördeki veritabanını başka bir panel kullanıyor.',
      ])
      expect(findServerOf(cluster)).toBeDefined()
      expect(isRunning(serverPid(dataDir))).toBe(true)
      await Promise.all(twins.map((twin) => twin.end('SIGTERM')))
    }
  })

  it('lock files are removed only while their content is what was read', () => {
    const { cluster, pidFile } = copyOfData('changed')
    writeFileSync(pidFile, lockOf(1, cluster))
    const seen = readPidFile(cluster)?.file
    if (seen === undefined) throw new Error('no pid file')
    writeFileSync(pidFile, lockOf(2, cluster))
    expect(removeLockFile(seen)).toBe(false)
    rmSync(pidFile)
    expect(removeLockFile(seen)).toBe(false)
    writeFileSync(pidFile, lockOf(1, cluster))
    expect(removeLockFile({ ...seen, inode: 0 })).toBe(false)
    expect(readFileSync(pidFile, 'utf8')).toBe(lockOf(1, cluster))
    const again = readPidFile(cluster)?.file
    expect(again && removeLockFile(again)).toBe(true)
    expect(readdirSync(cluster).filter((name) => name.startsWith('postmaster.pid'))).toEqual([])
  })
})
