import type { Insertable, Selectable } from 'kysely'

import type { UserCtx } from '#server/core/context.ts'
import type { IslemTable } from '#server/db/schema.ts'
import type { IslemInput } from '#shared/kayit/schema.ts'

import { type IslemLine, islemRow } from './derived.ts'

type NewRow = Insertable<IslemTable>
const STORED = ['id', 'sira', 'islem_adi', 'islem_adi_upper', 'islem_adet', 'fiyat_kurus'] as const
type StoredRow = Pick<Selectable<IslemTable>, (typeof STORED)[number]>

/** The items as sent, prices in kuruş; which rows they were is left out. */
export function linesOf(items: readonly IslemInput[]): IslemLine[] {
  return items.map(({ islem_adi, islem_adet, islem_fiyat }) => ({
    islem_adi,
    islem_adet,
    fiyat_kurus: islem_fiyat,
  }))
}

/** The rows of a record's items, in no order. */
export function itemsOf({ db, actor }: UserCtx, kayitId: number): Promise<StoredRow[]> {
  return db
    .selectFrom('islem')
    .where('user_id', '=', actor.shop)
    .where('kayit_id', '=', kayitId)
    .select(STORED)
    .execute()
}

/** Adds the items of a record that has none yet; returns their rows. */
export async function addItems(
  ctx: UserCtx,
  kayitId: number,
  items: readonly IslemInput[],
): Promise<NewRow[]> {
  const rows = rowsOf({ user_id: ctx.actor.shop, id: kayitId }, items, [])
  await insertRows(ctx, rows)
  return rows
}

/**
 * Makes the sent list the record's items (decisions: legacy paths): an item with an id of this record keeps it,
 * any other is added as new, one that is missing goes. Returns the rows. The caller holds the lock on the
 * record's row.
 */
export async function replaceItems(
  ctx: UserCtx,
  kayitId: number,
  { stored, sent }: { stored: readonly StoredRow[]; sent: readonly IslemInput[] },
): Promise<NewRow[]> {
  const user_id = ctx.actor.shop
  const rows = rowsOf({ user_id, id: kayitId }, sent, stored)
  const unchanged = unchangedIds(stored, rows)
  const stale = stored.map(({ id }) => id).filter((id) => !unchanged.has(id))
  if (stale.length > 0)
    await ctx.db
      .deleteFrom('islem')
      .where('user_id', '=', user_id)
      .where('kayit_id', '=', kayitId)
      .where('id', 'in', stale)
      .execute()
  const missing = rows.filter(({ id }) => id === undefined || !unchanged.has(id))
  // Rows with an id of their own and rows that get one from the database cannot share a statement everywhere.
  await insertRows(
    ctx,
    missing.filter(({ id }) => id !== undefined),
  )
  await insertRows(
    ctx,
    missing.filter(({ id }) => id === undefined),
  )
  return rows
}

/** The first item that names an id of the record takes it; whatever else was sent is without an id. */
function rowsOf(
  kayit: { user_id: number; id: number },
  items: readonly IslemInput[],
  stored: readonly StoredRow[],
): NewRow[] {
  const free = new Set(stored.map(({ id }) => id))
  return linesOf(items).map((line, sira) => {
    const row = islemRow(kayit, line, sira)
    const id = items[sira]?.id ?? 0
    return free.delete(id) ? { ...row, id } : row
  })
}

/** Ids of the rows that stand as they were sent, most of them most of the time: these are not written again. */
function unchangedIds(stored: readonly StoredRow[], rows: readonly NewRow[]): Set<number> {
  const sent = new Map(rows.map((row) => [row.id, row]))
  const isUnchanged = (row: StoredRow) => STORED.every((name) => sent.get(row.id)?.[name] === row[name])
  return new Set(stored.filter(isUnchanged).map(({ id }) => id))
}

async function insertRows(ctx: UserCtx, rows: NewRow[]): Promise<void> {
  if (rows.length > 0) await ctx.db.insertInto('islem').values(rows).execute()
}
