import { idsOf, linkedNotFound } from '#server/directory/merge.ts'
import { recordsOf } from '#server/history/visits.ts'
import { requireRecord } from '#server/payment/queries.ts'
import type { ChangeEntry } from '#server/platform/core/changes.ts'
import { requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import type { ShareKind, SharesInput } from '#shared/share/schema.ts'
import type { Right } from '#shared/staff/rights.ts'

/** The rights that a kind's document needs. */
const NEEDED: Readonly<Record<ShareKind, readonly Right[]>> = {
  record: ['prices'],
  vehicle: ['prices', 'export'],
  statement: ['payments', 'export'],
}

/** Returns whether the user may give away documents of this kind. */
export const mayShare = (ctx: UserCtx, kind: ShareKind): boolean =>
  NEEDED[kind].every((right) => ctx.actor.rights.includes(right))

/** The column of `share` with the id of a kind's thing. */
export const SUBJECT_COLUMN = { record: 'kayit_id', vehicle: 'vehicle_id', statement: 'customer_id' } as const

/** A record, car or customer that a link shows. `entry` is its change without the verb, so that an erasure finds it. */
export type Subject = {
  kind: ShareKind
  id: number
  plate: string
  /** The name and the id of the customer for whom the document is. */
  name: string
  customer_id: number | null
  isQuote?: boolean
  entry: Omit<ChangeEntry, 'verb'>
}

/** Throws FORBIDDEN unless the user may give away documents of this kind. */
export function requireShareRight(ctx: UserCtx, kind: ShareKind): void {
  for (const right of NEEDED[kind]) requireRight(ctx, right)
}

/**
 * Returns the thing that links show, a merged car or customer as the one that stands for it, with `lock` locked. Throws
 * the same NOT_FOUND for deleted, erased and foreign ones.
 */
export async function requireSubject(
  ctx: ShopCtx,
  { kind, id }: SharesInput,
  { lock = false } = {},
): Promise<Subject> {
  if (kind === 'record') {
    const { customer_id, ...record } = await requireRecord(ctx, id, { lock })
    return {
      kind,
      id,
      plate: record.plaka,
      name: record.musteri_adi_soyadi,
      customer_id,
      isQuote: record.stage === 'quote',
      entry: { noun: 'kayit', id, title: kayitTitle(record), customer_id },
    }
  }
  const name = kind === 'vehicle' ? 'vehicle' : 'customer'
  const ids = await idsOf(ctx, name, id)
  const [root] = ids
  const found = await ownRows(ctx, name)
    .where('id', '=', root)
    .where('erased_at', 'is', null)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .select(['id', kind === 'vehicle' ? 'plate as title' : 'name as title'])
    .executeTakeFirst()
  if (found === undefined) throw linkedNotFound(name)
  const { title } = found
  const entry = { noun: name, id: root, title } as const
  if (kind === 'statement')
    return {
      kind,
      id: root,
      plate: '',
      name: title,
      customer_id: root,
      entry: { ...entry, customer_id: root },
    }
  const owner = await lastCustomer(ctx, ids)
  return { kind, id: root, plate: title, ...owner, entry: { ...entry, vehicle_id: root } }
}

/** Returns the customer of a car's newest visit, for whom its history is. */
async function lastCustomer(
  ctx: ShopCtx,
  ids: readonly number[],
): Promise<Pick<Subject, 'name' | 'customer_id'>> {
  const visit = await recordsOf(ctx, { name: 'vehicle', ids })
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .select(['musteri_adi_soyadi as name', 'customer_id'])
    .limit(1)
    .executeTakeFirst()
  return visit ?? { name: '', customer_id: null }
}
