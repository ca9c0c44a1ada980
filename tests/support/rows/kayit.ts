import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { getKayit, listAllKayit, listKayit } from '#server/kayit/operations.ts'
import { saveKayit } from '#server/kayit/save.ts'
import type { MonthFilter } from '#shared/fields.ts'
import {
  type KayitDetail,
  type KayitListItem,
  type KayitPage,
  kayitInput,
  kayitListInput,
} from '#shared/kayit/schema.ts'

type SaveBody = z.input<typeof kayitInput>

/** Stores a record as a transport would, from the input of the page; name and plate have defaults. */
export async function save(ctx: UserCtx, body: Partial<SaveBody> = {}) {
  const isNew = (body.id ?? 0) === 0
  const info = isNew ? { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123', ...body.info } : body.info
  const saved = await saveKayit(ctx, z.parse(kayitInput, { ...body, info }))
  return { id: saved.kayit.id, ...saved }
}

/** Stores a new record and reads it back. */
export async function build(
  ctx: UserCtx,
  info: SaveBody['info'] = {},
  islemler: SaveBody['islemler'] = [],
): Promise<KayitDetail> {
  const { id } = await save(ctx, { info, islemler })
  return getKayit(ctx, { kayit_id: id })
}

/** Returns all records, as the old path reads them. */
export async function allKayit(ctx: UserCtx, filter: MonthFilter = {}): Promise<KayitListItem[]> {
  return (await listAllKayit(ctx, filter, (batch) => batch)).flat()
}

/** Copies the row of a record without its items; `change` gets the number of the copy, from 1. */
export async function copyRow(
  { db }: UserCtx,
  id: number,
  copies: { count: number; change?: (number: number) => { plaka?: string } },
): Promise<void> {
  const { count, change = () => ({}) } = copies
  const { id: _, ...row } = await db
    .selectFrom('kayit')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, index) => ({ ...row, ...change(index + 1) }))
  // PostgreSQL accepts at most 65,535 parameters a statement.
  for (let from = 0; from < count; from += 1_000)
    await db
      .insertInto('kayit')
      .values(rows.slice(from, from + 1_000))
      .execute()
}

/** Returns the list as the page queries it. */
export function list(ctx: UserCtx, query: z.input<typeof kayitListInput> = {}): Promise<KayitPage> {
  return listKayit(ctx, z.parse(kayitListInput, query))
}

/** Returns the customers of a page, in order. */
export async function names(ctx: UserCtx, query: z.input<typeof kayitListInput> = {}): Promise<string[]> {
  const { items } = await list(ctx, query)
  return items.map((item) => item.musteri_adi_soyadi)
}
