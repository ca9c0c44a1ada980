import * as z from 'zod/mini'

import type { UserCtx } from '#server/core/context.ts'
import { getKayit, listKayit, saveKayit } from '#server/kayit/operations.ts'
import { type KayitDetail, type KayitPage, kayitInput, kayitListInput } from '#shared/kayit/schema.ts'

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

/** The list as the page queries it. */
export function list(ctx: UserCtx, query: z.input<typeof kayitListInput> = {}): Promise<KayitPage> {
  return listKayit(ctx, z.parse(kayitListInput, query))
}

/** The customers of a page, in order. */
export async function names(ctx: UserCtx, query: z.input<typeof kayitListInput> = {}): Promise<string[]> {
  const { items } = await list(ctx, query)
  return items.map((item) => item.musteri_adi_soyadi)
}
