import { type Kysely, sql } from 'kysely'

import { codeOf } from '#server/platform/db/errors.ts'
import { liftTimeLimits } from '#server/platform/db/limits.ts'
import { lockMigrations, pendingMigrations } from '#server/platform/db/migrate.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { oneNodeAfterTheOther, placeTables } from './place.ts'
import { placingStatements, settingStatements } from './plan.ts'
import { clusterOf, hasCitus } from './state.ts'

type Distributed = {
  /** In the order in which they are carried out. */
  statements: string[]
  /** What was refused to a role that is no superuser, for one to carry out. */
  refused: string[]
}

/** What `distribute` would carry out now. Throws what it throws. */
export async function distributionOf(db: Kysely<DB>, shards?: number): Promise<string[]> {
  await checkCluster(db)
  return [...(await placingStatements(db, shards)), ...(await settingStatements(db))]
}

/** Distributes a migrated database, all or nothing, or completes one after new tables or nodes. Throws StartupError. */
export async function distribute(db: Kysely<DB>, shards?: number): Promise<Distributed> {
  await checkCluster(db)
  const placed = await db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx)
    await lockMigrations(trx)
    await oneNodeAfterTheOther(trx)
    return placeTables(trx, shards)
  })
  const settings = await settingStatements(db)
  const refused: string[] = []
  for (const statement of settings) if (!(await isCarriedOut(db, statement))) refused.push(statement)
  return { statements: [...placed, ...settings], refused }
}

/** A node that refuses does not fail the statement that reaches all of them. */
async function isCarriedOut(db: Kysely<DB>, statement: string): Promise<boolean> {
  try {
    const { rows } = await sql.raw<{ success?: boolean }>(statement).execute(db)
    return rows.every(({ success }) => success !== false)
  } catch (error) {
    if (codeOf(error) === '42501') return false
    throw error
  }
}

/** Throws a StartupError that says what has to be done before the database can be distributed. */
export async function checkCluster(db: Kysely<DB>): Promise<void> {
  if (!(await hasCitus(db)))
    throw missing(
      'veritabanında citus eklentisi yok; bir süper kullanıcı her düğümde "create extension citus" çalıştırmalı',
    )
  const { workers, isCoordinator, isCoordinatorKnown, passesJoinsOn } = await clusterOf(db)
  if (!isCoordinator) throw missing('adres bir çalışan düğümü gösteriyor; koordinatörün adresi verilmeli')
  if (!passesJoinsOn)
    throw missing(
      'Citus 13.2 veya daha yenisi gerekli, citus.enable_recurring_outer_join_pushdown = on ayarıyla (varsayılan); yoksa her giriş koordinatörü çökertir',
    )
  if (!isCoordinatorKnown)
    throw missing("koordinatörün kendi adresi bilinmiyor: select citus_set_coordinator_host('SUNUCU', 5432)")
  if (workers === 0) throw missing("kümede çalışan düğüm yok: select citus_add_node('SUNUCU', 5432)")
  if ((await pendingMigrations(db)).length > 0)
    throw missing('şema güncel değil; önce paneli bu sürümle bir kez başlatın (npm start)')
}

const missing = (what: string) => new StartupError(`DATABASE_URL: ${what}.`)
