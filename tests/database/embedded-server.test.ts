import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { isRunning } from '#server/platform/db/embedded/process.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { runRebuild } from '#tests/support/database/rebuild-command.ts'
import { IMPATIENT, launchPanel, serverPid, untilGone } from '#tests/support/panel/panel-process.ts'

const isRoot = process.getuid?.() === 0
const IN_USE = 'DATA_DIR: bu klasördeki veritabanını başka bir panel kullanıyor.'
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
    expect(await second.word).toBe(`refused ${IN_USE}`)
    expect(await words(database)).toContain('first')
    await database.close()
  })

  it('a rebuild is refused while a panel uses the data, and works after that has stopped', async () => {
    const database = await openDatabase({ dataDir })
    expect(await runRebuild({ DATA_DIR: dataDir })).toEqual({ out: '', err: `${IN_USE}\n`, code: 1 })
    await database.close()
    expect(await runRebuild({ DATA_DIR: dataDir })).toMatchObject({ err: '', code: 0 })
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
