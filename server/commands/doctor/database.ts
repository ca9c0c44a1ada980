import { type Kysely, sql } from 'kysely'

import { hasAdmin } from '#server/auth/first-admin.ts'
import { isKnownMigration, newestMigration, pendingMigrations } from '#server/platform/db/migrate.ts'
import { oneRow } from '#server/platform/db/one-row.ts'
import type { Replica } from '#server/platform/db/replica.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { errorCodeText, failure, okFinding, type Finding, warning } from './finding.ts'

/** The lag, in bytes, that a working replay does not exceed. */
const MAX_LAG = 64 * 2 ** 20

/**
 * Checks the server, its rights, the schema and the administrator in a transaction that cannot write. `isEmbedded`: only the
 * panel's own processes reach the owner of the embedded server.
 */
export async function checkDatabase(
  db: Kysely<DB>,
  { isEmbedded }: { isEmbedded: boolean },
): Promise<Finding[]> {
  const findings: Finding[] = []
  try {
    await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        for await (const finding of findingsIn(trx, isEmbedded)) findings.push(finding)
      })
  } catch (error) {
    const code = errorCodeText(error)
    const isRefused = code === '42501'
    const text = isRefused
      ? 'Veritabanı kullanıcısının tabloları okuma izni yok.'
      : `Veritabanı okunamadı (${code}).`
    findings.push(failure(text))
  }
  return findings
}

async function* findingsIn(trx: Kysely<DB>, isEmbedded: boolean): AsyncGenerator<Finding> {
  const setting = sql<{ version: string }>`select current_setting('server_version') as version`
  yield okFinding(`Veritabanı yanıt veriyor (PostgreSQL ${(await oneRow(setting, trx)).version}).`)
  const newest = await newestMigration(trx)
  if (newest === undefined) {
    yield await checkCreating(trx, 'Hata')
    yield failure('Veritabanında tablolar yok. "npm start" kurar.')
    return
  }
  if (!isKnownMigration(newest)) {
    yield failure('Veritabanı programın daha yeni bir sürümüne ait: programı güncelleyin.')
    return
  }
  yield await checkRights(trx, isEmbedded)
  const { length } = await pendingMigrations(trx)
  yield length === 0
    ? okFinding('Tablolar bu sürüme uygun.')
    : warning(`Tablolar eski bir sürümden (${length} değişiklik eksik). Paneli yeniden başlatmak günceller.`)
  yield (await hasAdmin(trx))
    ? okFinding('Yönetici hesabı var.')
    : failure('Yönetici hesabı yok. Paneli yeniden başlatmak oluşturur ve parolasını bir kez gösterir.')
}

async function checkRights(trx: Kysely<DB>, isEmbedded: boolean): Promise<Finding> {
  const rights = sql<{ usable: boolean; superuser: boolean }>`
    select bool_and(has_table_privilege(name, kind)) as usable,
      (select rolsuper from pg_roles where rolname = current_user) as superuser
    from unnest(array['users', 'kayit', 'kysely_migration']) name,
      unnest(array['select', 'insert', 'update', 'delete']) kind`
  const { usable, superuser } = await oneRow(rights, trx)
  if (!usable) return failure('Veritabanı kullanıcısının tablolara yazma izni yok.')
  // An attacker in the panel could read the server's files and its other databases.
  if (superuser && !isEmbedded)
    return warning(
      'Veritabanı kullanıcısı süper kullanıcı: panele kendi veritabanının sahibi olan bir kullanıcı yeter.',
    )
  return checkCreating(trx, 'Dikkat')
}

/** Checks the right to make tables, which the first start and updates need. */
async function checkCreating(trx: Kysely<DB>, level: 'Dikkat' | 'Hata'): Promise<Finding> {
  const right = sql<{ creates: boolean }>`
    select coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates`
  return (await oneRow(right, trx)).creates
    ? okFinding('Veritabanı kullanıcısının izinleri yeterli.')
    : {
        level,
        text: 'Veritabanı kullanıcısının tablo kurma izni yok; kurulum ve güncellemeler için gerekir.',
      }
}

/** Checks whether lists can be read from the replica now. */
export async function checkReplica(replica: Replica): Promise<Finding> {
  const [state, lag] = [await replica.state(), await replica.lag()]
  if (state === 'unreachable')
    return warning('Veritabanının kopyası yanıt vermiyor; listeler ana sunucudan okunur.')
  if (state === 'detached')
    return warning(
      'DATABASE_REPLICA_URL ana sunucuyu izleyen bir kopya değil; listeler ana sunucudan okunur.',
    )
  const behind = `${(lag / 2 ** 20).toFixed(1)} MB geride`
  return lag > MAX_LAG
    ? warning(`Veritabanının kopyası ${behind}; yetişene kadar listeler ana sunucudan okunur.`)
    : okFinding(`Veritabanının kopyası yanıt veriyor (${behind}).`)
}
