import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { openDatabase } from '#server/db/database.ts'
import { parseDatabaseUrl } from '#server/db/database-url.ts'

import { administer, databaseUrl, testDatabaseTarget } from '#tests/support/database.ts'

const target = await testDatabaseTarget()

function opening(url: string) {
  return openDatabase({ databaseUrl: url, dataDir: '/nonexistent' })
}

describe('DATABASE_URL', () => {
  it('the address of a server is accepted', async () => {
    const { db, close, notice } = await opening(databaseUrl(target))
    expect((await sql`select current_database() as name`.execute(db)).rows).toEqual([
      { name: target.database },
    ])
    expect(notice).toBeUndefined()
    await Promise.all([close(), close()])
    await expect(sql`select 1`.execute(db)).rejects.toThrow('driver has already been destroyed')
  })

  it('the address of a pgbouncer disables session settings and named statements', async () => {
    const { db, close } = await opening(`${databaseUrl(target)}&pgbouncer=true`)
    const { rows } = await sql`select current_setting('random_page_cost') as cost, ${1}::int as one`.execute(
      db,
    )
    expect(rows).toEqual([{ cost: '4', one: 1 }])
    expect((await sql`select 1 from pg_prepared_statements`.execute(db)).rows).toEqual([])
    await close()
  })

  it('a server older than version 15 is refused', async () => {
    // Found before PostgreSQL's own function, because pg_catalog comes second in the path.
    await administer(target, 'create schema old')
    await administer(target, `create function old.current_setting(text) returns text return '140011'`)
    await administer(target, `alter database ${target.database} set search_path to old, pg_catalog`)
    await expect(opening(databaseUrl(target))).rejects.toThrow(
      'DATABASE_URL: sunucu PostgreSQL 14; en az PostgreSQL 15 gerekli.',
    )
    await administer(target, `alter database ${target.database} reset search_path`)
  })

  it.for<[url: string, reason: string]>([
    ['postgres://oto:gizli@127.0.0.1:1/x', 'sunucu bağlantıyı kabul etmiyor'],
    ['postgres://oto:gizli@no-such-host.invalid/x', 'sunucu adı bulunamadı'],
    [databaseUrl({ ...target, database: 'yok', password: 'gizli' }), 'bu adda bir veritabanı yok'],
  ])(
    'an unreachable server is reported with the reason and without the password: %s',
    async ([url, reason]) => {
      await expect(opening(url)).rejects.toThrow(`DATABASE_URL: veritabanına bağlanılamadı (${reason}).`)
    },
  )

  it.for(['gizli', 'mysql://oto:gizli@host/x', 'postgres://', 'postgres://oto:gizli@host:port/x'])(
    'a malformed address is refused without repeating it: %s',
    async (url) => {
      await expect(opening(url)).rejects.toThrow(
        'DATABASE_URL: adres anlaşılamadı; postgres://kullanici:parola@sunucu:5432/veritabani biçiminde olmalı.',
      )
    },
  )
})

describe('the parts of the address', () => {
  it('the parameters stay in the address, except those that the library does not know', () => {
    expect(parseDatabaseUrl('postgresql://u:p@h:6432/d?sslmode=require&pgbouncer=true&host=/run')).toEqual({
      url: 'postgresql://u:p@h:6432/d?sslmode=require',
      host: '/run',
      pgbouncer: true,
    })
  })

  it('the address may name several servers', () => {
    const url = 'postgres://u:p@a:5432,b:5433/d'
    expect(parseDatabaseUrl(url)).toEqual({ url, pgbouncer: false })
  })
})
