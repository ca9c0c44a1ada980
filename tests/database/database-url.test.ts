import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { openDatabase } from '#server/platform/db/database.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { REQUEST_ROLE } from '#server/platform/db/request-role.ts'

import { administer, databaseUrl, testDatabaseTarget } from '#tests/support/database/database.ts'

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
    // The search path has pg_catalog last, so this function hides PostgreSQL's own.
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

  it('the address may name several servers, of which the primary is used', () => {
    const url = 'postgres://u:p@a:5432,b:5433/d'
    expect(parseDatabaseUrl(url)).toEqual({ url, pgbouncer: false, kind: 'primary' })
    expect(parseDatabaseUrl('postgres:///d?host=a,b&port=5432,5433&user=u')).toEqual({
      url: 'postgres:///d',
      host: 'a:5432,b:5433',
      username: 'u',
      pgbouncer: false,
      kind: 'primary',
    })
    expect(parseDatabaseUrl('postgres:///d?host=a,b&port=5433')).toMatchObject({ host: 'a,b', port: 5433 })
  })

  it('the address can name the kind of server, in the library’s words', () => {
    const kindIn = (query: string, variable?: string) =>
      parseDatabaseUrl(`postgres://u:p@a,b/d${query}`, variable).kind
    expect(kindIn('?target_session_attrs=read-write')).toBe('read-write')
    expect(kindIn('?pgbouncer=true')).toBe('primary')
    expect(kindIn('', 'DATABASE_REPLICA_URL')).toBeUndefined()
    expect(kindIn('?target_session_attrs=standby', 'DATABASE_REPLICA_URL')).toBe('standby')
    expect(() => kindIn('?target_session_attrs=any')).toThrow(
      'DATABASE_URL: target_session_attrs şunlardan biri olmalı: primary, read-write.',
    )
    expect(() => kindIn('?target_session_attrs=read-write', 'DATABASE_REPLICA_URL')).toThrow(
      'DATABASE_REPLICA_URL: target_session_attrs şunlardan biri olmalı: standby.',
    )
  })

  it('several folders of Unix sockets are refused: the library knows one', () => {
    expect(() => parseDatabaseUrl('postgres:///d?host=/run/a,/run/b')).toThrow(
      'DATABASE_URL: birden çok sunucu, Unix yuvası klasörü olmadan adresleriyle verilir.',
    )
  })
})

describe('DATABASE_REQUEST_URL', () => {
  const openingAs = (requests: Partial<typeof target>) =>
    openDatabase({
      databaseUrl: databaseUrl(target),
      databaseRequestUrl: databaseUrl({ ...target, ...requests }),
      dataDir: '/nonexistent',
    })

  it('requests run as that role, under row-level security', async () => {
    const { db, maintenance, allowRequests, close } = await openingAs({ username: REQUEST_ROLE })
    expect(await allowRequests()).toBeNull()
    const roleOf = async (asked: typeof db) =>
      (await sql<{ role: string }>`select current_user as role`.execute(asked)).rows[0]?.role
    expect([await roleOf(db), await roleOf(maintenance)]).toEqual([REQUEST_ROLE, target.username])
    await sql`select from kayit`.execute(db)
    await close()
  })

  it('the command that a superuser has to run is named where the owner is none', async () => {
    const owner = `owner_${target.database}`
    const own = { ...target, username: owner }
    await administer(target, `create role ${owner} login`)
    await administer(target, `grant all on schema public to ${owner}`)
    await administer(
      { ...target },
      `do $$ declare name text; begin
        for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        loop execute format('alter table %I owner to ${owner}', name); end loop; end $$`,
    )
    await administer(target, 'alter function pg_catalog.textlike(text, text) not leakproof')
    const { allowRequests, close } = await openDatabase({
      databaseUrl: databaseUrl(own),
      databaseRequestUrl: databaseUrl({ ...target, username: REQUEST_ROLE }),
      dataDir: '/nonexistent',
    })
    expect(await allowRequests()).toBe('alter function pg_catalog.textlike(text, text) leakproof;')
    await close()
    await administer(target, `reassign owned by ${owner} to ${target.username ?? ''}`)
    await administer(target, `drop owned by ${owner}`)
    await administer(target, `drop role ${owner}`)
  })

  it('a role that is not under row-level security is refused', async () => {
    await expect(openingAs({})).rejects.toThrow(
      'DATABASE_REQUEST_URL: kullanıcı süper kullanıcı, BYPASSRLS ya da tabloların sahibi olmamalı.',
    )
  })

  it('another database is refused', async () => {
    await expect(openingAs({ username: REQUEST_ROLE, database: 'postgres' })).rejects.toThrow(
      'DATABASE_REQUEST_URL: DATABASE_URL ile aynı veritabanını göstermeli.',
    )
  })
})
