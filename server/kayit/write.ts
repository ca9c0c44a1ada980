import type { Insertable, Kysely, Updateable } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { kept } from '#server/platform/db/kept.ts'
import type { DB, KayitTable } from '#server/platform/db/schema.ts'

import { type IslemLine, type KayitFields, fieldColumns, itemColumns } from './derived.ts'
import type { Links } from './links.ts'
import type { LockedKayit } from './queries.ts'

type Change = { fields: KayitFields; islemler?: readonly IslemLine[] | undefined; links?: Links }

type NewKayit = Insertable<KayitTable>

/** Inserts a record's row; returns its id and version. */
export async function insertKayit(db: Kysely<DB>, row: NewKayit): Promise<{ id: number; version: number }> {
  const [stored] = await keptInsert(db, [row])
  if (stored === undefined) throw new Error('A record was not inserted.')
  return stored
}

const keptInsert = kept((db, rows: NewKayit[]) =>
  db.insertInto('kayit').values(rows).returning(['id', 'version']),
)

/** The entered fields of a locked record. */
export function enteredIn(locked: LockedKayit): KayitFields {
  const { id: _id, user_id: _owner, version: _version, gun: _gun, toplam_kurus: _total, ...rest } = locked
  const { vehicle_id: _vehicle, customer_id: _customer, ...entered } = rest
  return entered
}

/**
 * Writes a locked record's entered fields with everything derived from them, and the total of its items when they
 * are sent, as its next version. Returns what was counted before and counts now. Throws as `itemColumns`.
 */
export async function writeKayit(
  ctx: UserCtx,
  { id, user_id, version, gun, durum, arac_marka, toplam_kurus, vehicle_id, customer_id }: LockedKayit,
  { fields, islemler, links }: Change,
) {
  const before = { gun, durum, arac_marka, toplam_kurus, vehicle_id, customer_id }
  const after = { ...before, ...fieldColumns(fields), ...(islemler && itemColumns(islemler)), ...links }
  await keptUpdate(ctx.db, { user_id, id, row: { ...after, version: version + 1, updated_at: ctx.now } })
  return { before, after }
}

type Update = { user_id: number; id: number; row: Updateable<KayitTable> }

const keptUpdate = kept((db, { user_id, id, row }: Update) =>
  db.updateTable('kayit').set(row).where('user_id', '=', user_id).where('id', '=', id),
)
