import { type UserCtx, requireRight } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { restorableSince } from '#server/platform/core/purge.ts'
import { CHANGE_PAGE_SIZE, type Trashed, type TrashNoun, type TrashPage } from '#shared/change/schema.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'

type Row = { id: number; title: string; amount_kurus: number | null; deleted_at: Date | null }
type Table = 'kayit' | 'expense' | 'item_price' | 'item_package'

/** The rows of a table that were deleted last and can be restored, at most `count`. */
const deletedIn = (ctx: UserCtx, table: Table, count: number) =>
  ownRows(ctx, table)
    .where('deleted_at', '>=', restorableSince(ctx.now))
    .orderBy('deleted_at', 'desc')
    .limit(count)
    .select(['id', 'deleted_at'])

const FIND: Record<TrashNoun, (ctx: UserCtx, count: number) => Promise<Row[]>> = {
  kayit: async (ctx, count) => {
    const rows = await deletedIn(ctx, 'kayit', count)
      .select(['plaka', 'musteri_adi_soyadi', 'toplam_kurus as amount_kurus'])
      .execute()
    return rows.map(({ plaka, musteri_adi_soyadi, ...row }) => ({
      ...row,
      title: kayitTitle({ plaka, musteri_adi_soyadi }),
    }))
  },
  expense: (ctx, count) => deletedIn(ctx, 'expense', count).select(['title', 'amount_kurus']).execute(),
  price: (ctx, count) =>
    deletedIn(ctx, 'item_price', count).select(['name as title', 'price_kurus as amount_kurus']).execute(),
  package: async (ctx, count) => {
    const rows = await deletedIn(ctx, 'item_package', count).select('name as title').execute()
    return rows.map((row) => ({ ...row, amount_kurus: null }))
  },
}

const NOUNS = Object.keys(FIND) as TrashNoun[]

/** Returns one page of the deleted things that the user can restore, the last deleted first (decisions: deleting). */
export async function listTrash(ctx: UserCtx, { page }: { page: number }): Promise<TrashPage> {
  requireRight(ctx, 'remove')
  const end = page * CHANGE_PAGE_SIZE
  const nouns = NOUNS.filter((noun) => noun !== 'expense' || ctx.actor.rights.includes('figures'))
  const found = await Promise.all(
    nouns.map(async (noun) => (await FIND[noun](ctx, end + 1)).map((row) => ({ noun, ...row }))),
  )
  const rows = found.flat().toSorted((a, b) => timeOf(b) - timeOf(a))
  const shown = rows.slice(end - CHANGE_PAGE_SIZE, end)
  const names = await deletersOf(ctx, shown)
  const items = shown.map(({ deleted_at, ...row }): Trashed => ({
    ...row,
    deleted_at: (deleted_at ?? ctx.now).toISOString(),
    deleted_by: names.get(`${row.noun} ${row.id}`) ?? '',
  }))
  return { items, more: rows.length > end }
}

const timeOf = ({ deleted_at }: Row): number => deleted_at?.getTime() ?? 0

/** Returns the name of the user who last deleted each row, by noun and id. */
async function deletersOf(ctx: UserCtx, things: readonly { noun: TrashNoun; id: number }[]) {
  const ids = [...new Set(things.map(({ id }) => id))]
  if (ids.length === 0) return new Map()
  const rows = await ownRows(ctx, 'change')
    .where('noun', 'in', [...new Set(things.map(({ noun }) => noun))])
    .where('target_id', 'in', ids)
    .where('verb', '=', 'delete')
    .orderBy('id')
    .select(['noun', 'target_id', 'actor_name'])
    .execute()
  return new Map(rows.map(({ noun, target_id, actor_name }) => [`${noun} ${target_id}`, actor_name]))
}
