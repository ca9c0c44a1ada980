import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isRunning } from '#server/platform/db/embedded/process.ts'
import { startEmbedded } from '#server/platform/db/embedded/server.ts'
import { storageRefusal } from '#server/platform/db/embedded/storage-error.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { launchPanel, serverPid } from '#tests/support/panel/panel-process.ts'

const isRoot = process.getuid?.() === 0
/** Root may write everywhere, so root runs the test as a user that every Unix has. */
const user = isRoot ? { uid: 1, gid: 1 } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
/** A user id without a name. */
const UNNAMED_USER = { uid: 54_321, gid: 54_321 }
const folder = temporaryFolder()
const original = join(folder, 'original')

beforeAll(async () => (await startEmbedded({ dataDir: original })).stop())
afterAll(() => {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755)
  rmSync(folder, { recursive: true, force: true })
})

function give(path: string, owner: { uid: number; gid: number }): void {
  if (isRoot) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, path])
}

/** Makes a data folder of that user: empty, or with an intact, stopped cluster. */
function dataOf(owner: { uid: number; gid: number }, name: string, { filled = false } = {}): string {
  const dataDir = join(folder, name)
  if (filled) cpSync(original, dataDir, { recursive: true })
  else mkdirSync(dataDir)
  give(dataDir, owner)
  return dataDir
}

describe('a data folder that cannot be written', { timeout: 300_000 }, () => {
  it('a folder that cannot be created is reported in one line', async () => {
    const parent = dataOf(user, 'parent')
    chmodSync(parent, 0o555)
    expect(await launchPanel(join(parent, 'data'), user).word).toBe(
      `refused DATA_DIR: ${parent}/data klasörü oluşturulamadı (EACCES).`,
    )
  })

  it('a folder that is not writable is reported in one line', async () => {
    const dataDir = dataOf(user, 'empty')
    chmodSync(dataDir, 0o555)
    expect(await launchPanel(dataDir, user).word).toBe(
      `refused DATA_DIR: ${dataDir} klasöründe ya da içindeki bir dosyada okuma veya yazma izni yok (EACCES).`,
    )
  })

  it('a log that cannot be written is reported in one line', async () => {
    const dataDir = dataOf(user, 'log', { filled: true })
    const log = join(dataDir, 'postgresql.log')
    chmodSync(log, 0o400)
    expect(await launchPanel(dataDir, user).word).toBe(
      `refused DATA_DIR: ${dataDir} klasöründe ya da içindeki bir dosyada okuma veya yazma izni yok (EACCES: ${log}).`,
    )
  })

  it('an unreadable file of the cluster is reported without quoting the log of an earlier start', async () => {
    const dataDir = dataOf(user, 'content', { filled: true })
    const log = join(dataDir, 'postgresql.log')
    writeFileSync(log, 'x [1] FATAL:  an old fault\n', { flag: 'a' })
    chmodSync(join(dataDir, 'postgresql/global/pg_control'), 0o000)
    const message = await launchPanel(dataDir, user).word
    expect(message).toContain(
      `refused DATA_DIR: ${dataDir}/postgresql klasöründe ya da içindeki bir dosyada okuma veya yazma izni yok (`,
    )
    expect(message).toMatch(/pg_control": Permission denied\); ayrıntı: \S+\.log$/)
    expect(message).not.toContain('old fault')
  })

  it('a truncated log is not quoted either, and the old log stays', async () => {
    const dataDir = dataOf(user, 'rotated', { filled: true })
    const log = join(dataDir, 'postgresql.log')
    writeFileSync(log, 'x [1] FATAL:  an old fault\n'.repeat(200_000), { flag: 'a' })
    writeFileSync(join(dataDir, 'postgresql/global/pg_control'), Buffer.alloc(8192))
    const message = await launchPanel(dataDir, user).word
    expect(message).toMatch(/^refused DATA_DIR: veritabanı başlatılamadı \(.+\); ayrıntı: \S+\.log$/)
    expect(message).not.toContain('old fault')
    expect(readdirSync(dataDir).sort()).toEqual(['postgresql', 'postgresql.log', 'postgresql.log.1'])
  })

  it.for([
    ['EROFS: read-only file system, mkdir', '/data klasörü salt okunur; yazılabilir bir klasör verin'],
    [
      'could not create lock file "postmaster.pid": Read-only file system',
      '/data klasörü salt okunur; yazılabilir bir klasör verin',
    ],
    [
      'could not write to file "pg_wal/xlogtemp.9": No space left on device',
      '/data klasörünün diskinde yer kalmadı',
    ],
    ['could not locate a valid checkpoint record', undefined],
  ])('a storage error is explained in one line: %s', ([reason, message]) => {
    expect(storageRefusal(reason ?? '', '/data')).toBe(message)
  })
})

describe('the user of the server', { timeout: 300_000 }, () => {
  // Only root can become a user without a name; others run the test as themselves.
  const unnamed = isRoot ? UNNAMED_USER : user

  it('a user without a name in /etc/passwd is told what to do, and no database is created', async () => {
    const dataDir = dataOf(unnamed, 'unnamed')
    const panel = launchPanel(dataDir, unnamed)
    expect(await panel.word).toBe(
      isRoot
        ? `refused DATA_DIR: ${dataDir} klasöründeki veritabanını 54321 numaralı kullanıcı kuramaz, çünkü /etc/passwd onu ` +
            'tanımıyor: paneli tanıdığı bir kullanıcıyla çalıştırın ya da DATABASE_URL ile bir PostgreSQL sunucusu verin.'
        : 'ready',
    )
    expect(readdirSync(dataDir)).toHaveLength(isRoot ? 0 : 2)
    await panel.end('SIGTERM')
  })

  it('a user without a name in /etc/passwd can use an existing database', async () => {
    const panel = launchPanel(dataOf(unnamed, 'inherited', { filled: true }), unnamed)
    expect(await panel.word).toBe('ready')
    expect(await panel.end('SIGTERM')).toBe(0)
  })

  it('root in a container, without access to processes of other users, stops its server too', async () => {
    const dataDir = dataOf(isRoot ? { uid: 65_534, gid: 65_534 } : user, 'container', { filled: true })
    const withoutRight = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace']
    const panel = launchPanel(dataDir, { through: isRoot ? withoutRight : [] })
    expect(await panel.word).toBe('ready')
    const pid = serverPid(dataDir)
    expect(await panel.end('SIGTERM')).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })
})
