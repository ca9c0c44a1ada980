import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'

import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/server.ts'
import { createPool } from '#server/platform/db/pool.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { IMPATIENT, launchPanel } from '#tests/support/panel/panel-process.ts'

const isRoot = process.getuid?.() === 0
/** A user that exists on every Unix and owns nothing. */
const DAEMON = { uid: 1, gid: 1 }
const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the data folder of one test. */
function newDataDir(name: string): string {
  return join(folder, name)
}

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
    const { rows } = await sql`select 1 as one`.execute(database.maintenance)
    expect(rows).toEqual([{ one: 1 }])
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
