import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { isRunning } from '#server/platform/db/embedded/process.ts'
import { startEmbedded } from '#server/platform/db/embedded/server.ts'
import { createPool } from '#server/platform/db/pool.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { IMPATIENT, launchPanel, serverPid, untilGone } from '#tests/support/panel/panel-process.ts'

const isRoot = process.getuid?.() === 0
/** A user that exists on every Unix and owns nothing. */
const DAEMON = { uid: 1, gid: 1 }
const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the data folder of one test. */
function newDataDir(name: string): string {
  return join(folder, name)
}

async function remember({ maintenance: db }: Database, word: string): Promise<void> {
  await sql`create table if not exists memory (word text)`.execute(db)
  await sql`insert into memory values (${word})`.execute(db)
}

async function words({ maintenance: db }: Database): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from memory order by word`.execute(db)
  return rows.map((row) => row.word)
}

describe('the embedded server', { timeout: 300_000 }, () => {
  const dataDir = newDataDir('life')

  beforeAll(async () => {
    const database = await openDatabase({ dataDir })
    await remember(database, 'first')
    await database.close()
  })

  it('the embedded server keeps its data between starts and is closed to other users', async () => {
    const database = await openDatabase({ dataDir })
    expect(await words(database)).toEqual(['first'])
    expect(statSync(join(dataDir, 'postgresql')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'postgresql')).uid).toBe(isRoot ? 65534 : process.getuid?.())
    await database.close()
  })

  it('the embedded server stops with the panel, and a second stop is harmless', async () => {
    const database = await openDatabase({ dataDir })
    const pid = serverPid(dataDir)
    expect(isRunning(pid)).toBe(true)
    await Promise.all([database.close(), database.close()])
    expect(isRunning(pid)).toBe(false)
  })

  it('the embedded server stops when its panel is told to terminate', async () => {
    const panel = launchPanel(dataDir)
    expect(await panel.word).toBe('ready')
    const pid = serverPid(dataDir)
    expect(await panel.end('SIGTERM')).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })

  it('the embedded server survives a killed panel and is used by the next one', async () => {
    const killed = launchPanel(dataDir)
    expect(await killed.word).toBe('ready')
    const pid = serverPid(dataDir)
    await killed.end('SIGKILL')
    expect(isRunning(pid)).toBe(true)

    const database = await openDatabase({ dataDir })
    expect(serverPid(dataDir)).toBe(pid)
    expect(await words(database)).toContain('first')
    await database.close()
    expect(isRunning(pid)).toBe(false)
  })

  it('a second panel is refused and does not disturb the first', async () => {
    const database = await openDatabase({ dataDir })
    const second = launchPanel(dataDir, IMPATIENT)
    expect(await second.word).toBe('refused DATA_DIR: bu klasördeki veritabanını başka bir panel kullanıyor.')
    expect(await words(database)).toContain('first')
    await database.close()
  })

  it('the embedded server is restarted after a crash with everything that was acknowledged', async () => {
    const logged: string[] = []
    const database = await openDatabase({ dataDir, log: (message) => logged.push(message) })
    await remember(database, 'just before')
    const pid = serverPid(dataDir)
    process.kill(pid, 'SIGKILL')
    const killed = performance.now()
    // A worker of the dead server may send a last response.
    await untilGone(pid)
    while (logged.length < 2) await sleep(10)
    await untilWordsCome(database)
    expect(performance.now() - killed).toBeLessThan(10_000)
    expect(await words(database)).toContain('just before')
    expect(serverPid(dataDir)).not.toBe(pid)
    expect(logged).toEqual([
      'Veritabanı beklenmedik biçimde kapandı; yeniden başlatılıyor.',
      'Veritabanı yeniden çalışıyor.',
    ])
    const second = launchPanel(dataDir)
    expect(await second.word).toMatch(/^refused/)
    await database.close()
  })

  it('the panel stops although its server died a moment ago', async () => {
    const database = await openDatabase({ dataDir })
    const pid = serverPid(dataDir)
    process.kill(pid, 'SIGKILL')
    await database.close()
    await untilGone(pid)
    expect(readdirSync(dataDir)).toContain('postgresql')
    const again = await openDatabase({ dataDir })
    await again.close()
  })

  it('the log of the server holds no value of a failed statement', async () => {
    const database = await openDatabase({ dataDir })
    await sql`select cast(${'Ayşe Yılmaz'} as integer)`.execute(database.maintenance).catch(() => {})
    await sql`insert into memory (word, gizli) values ('Ayşe Yılmaz', 1)`
      .execute(database.maintenance)
      .catch(() => {})
    await database.close()
    const log = readFileSync(join(dataDir, 'postgresql.log'), 'utf8')
    expect(log).toContain('ready to accept connections')
    expect(log).not.toContain('insert into memory')
  })
})

describe('the first start of the embedded server', { timeout: 300_000 }, () => {
  it('a first start that was killed half-way is repeated', async () => {
    const dataDir = newDataDir('interrupted')
    mkdirSync(dataDir)
    const killed = launchPanel(dataDir)
    const begun = () =>
      readdirSync(dataDir).some(
        (name) => name.includes('.init-') && existsSync(join(dataDir, name, 'PG_VERSION')),
      )
    while (!begun()) await sleep(5)
    await killed.end('SIGKILL')
    expect(readdirSync(dataDir)).not.toContain('postgresql')

    const database = await openDatabase({ dataDir })
    await remember(database, 'here')
    await database.close()
  })

  it('two panels that start at once create one database', async () => {
    const dataDir = newDataDir('twins')
    mkdirSync(dataDir)
    const twins = [launchPanel(dataDir, IMPATIENT), launchPanel(dataDir, IMPATIENT)]
    const outcomes = await Promise.all(twins.map((twin) => twin.word))
    expect(outcomes.sort()).toEqual([
      'ready',
      'refused DATA_DIR: bu klasördeki veritabanını başka bir panel kullanıyor.',
    ])
    expect(readdirSync(dataDir).sort()).toEqual(['postgresql', 'postgresql.log'])
    await Promise.all(twins.map((twin) => twin.end('SIGTERM')))
  })

  it('the first start needs no special user', async () => {
    const dataDir = newDataDir('user')
    const owner = isRoot ? DAEMON : undefined
    mkdirSync(dataDir)
    if (isRoot) chownSync(dataDir, DAEMON.uid, DAEMON.gid)
    const panel = launchPanel(dataDir, owner)
    expect(await panel.word).toBe('ready')
    expect(statSync(join(dataDir, 'postgresql')).uid).toBe(owner?.uid ?? process.getuid?.())
    expect(await panel.end('SIGTERM')).toBe(0)
    // Root continues as the owner of the data.
    const database = await openDatabase({ dataDir })
    expect(statSync(join(dataDir, 'postgresql')).uid).toBe(owner?.uid ?? process.getuid?.())
    await database.close()
  })

  it('the first start works in a folder with a long name', async () => {
    const dataDir = newDataDir('uzun'.repeat(40))
    const server = await startEmbedded({ dataDir })
    const sockets = server.target.host ?? ''
    expect(statSync(sockets).mode & 0o777).toBe(0o700)
    const pool = createPool(server.target)
    expect([...(await pool`select 1 as one`)]).toEqual([{ one: 1 }])
    await pool.end()
    await server.stop()
    expect(existsSync(sockets)).toBe(false)
  })

  it('the first start uses the loopback with a password where there are no Unix sockets', async () => {
    const server = await startEmbedded({ dataDir: newDataDir('loopback'), transport: 'loopback' })
    const ask = async (password: string) => {
      const sql = createPool({ ...server.target, password, max: 1 })
      try {
        return [...(await sql`select 1 as one`)]
      } finally {
        await sql.end()
      }
    }
    expect(await ask(server.target.password ?? '')).toEqual([{ one: 1 }])
    await expect(ask('guess')).rejects.toThrow('password authentication failed')
    const databaseUrl = `postgres://oto:guess@127.0.0.1:${server.target.port}/oto_servis`
    await expect(openDatabase({ databaseUrl, dataDir: folder })).rejects.toThrow(
      'DATABASE_URL: veritabanına bağlanılamadı (kullanıcı adı veya parola yanlış).',
    )
    await server.stop()
  })
})

async function untilWordsCome(database: Database): Promise<void> {
  for (;;) {
    try {
      await words(database)
      return
    } catch {
      await sleep(20)
    }
  }
}
