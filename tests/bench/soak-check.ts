import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { recountTotals } from '#server/stats/recount.ts'

import type { Saved } from './soak-staff.ts'

export type Checked = { saves: number; lost: number; twice: number; wrongSum: number; totals: boolean }

const TOTALS = ['status_totals', 'day_totals', 'operation_totals'] as const

/** Compares acknowledged saves with the stored records, and the shops' totals with a recount. */
export async function checkStored(
  db: Kysely<DB>,
  saved: ReadonlyMap<string, Saved>,
  shops: readonly { id: number }[],
): Promise<Checked> {
  const rows = await db
    .selectFrom('kayit')
    .where('musteri_adi_soyadi', 'like', 'Soak %')
    .where('deleted_at', 'is', null)
    .select(['shop_id', 'musteri_adi_soyadi as name', 'toplam_kurus'])
    .execute()
  const stored = Map.groupBy(rows, ({ shop_id, name }) => `${shop_id} ${name}`)
  const found = [...saved.values()].map((one) => ({ one, all: stored.get(`${one.shop} ${one.name}`) ?? [] }))
  const before = await totalsOf(db)
  for (const { id } of shops) await recountTotals(db, id)
  return {
    saves: saved.size,
    lost: found.filter(({ all }) => all.length === 0).length,
    twice: [...stored.values()].filter((all) => all.length > 1).length,
    wrongSum: found.filter(({ one, all }) => all.some(({ toplam_kurus }) => toplam_kurus !== one.kurus))
      .length,
    totals: before === (await totalsOf(db)),
  }
}

async function totalsOf(db: Kysely<DB>): Promise<string> {
  const sums: string[] = []
  for (const table of TOTALS) {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(md5(string_agg(one::text, ' ' order by one::text)), '') as sum
      from ${sql.table(table)} as one`.execute(db)
    sums.push(rows[0]?.sum ?? '')
  }
  return sums.join(' ')
}
