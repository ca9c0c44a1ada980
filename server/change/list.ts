import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, type UserCtx, canSeePrices, requireRight } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import type { Book } from '#server/platform/export/sheet.ts'
import { detailWithoutPrices } from '#shared/change/rules.ts'
import {
  CHANGE_PAGE_SIZE,
  type ChangeListInput,
  type ChangeNoun,
  type ChangePage,
  type ChangesOfInput,
  type ChangeVerb,
  type FieldChange,
  type ShopChanges,
  type ShownChange,
} from '#shared/change/schema.ts'
import { addDays, startOfDay } from '#shared/date.ts'
import type { FileFormat } from '#shared/export/schema.ts'
import { maskedNumber } from '#shared/personal-data/rules.ts'

const changesOf = (ctx: UserCtx) =>
  ownRows(ctx, 'change')
    .select(['id', 'at', 'actor_id', 'actor_name', 'channel', 'noun', 'target_id'])
    .select(['verb', 'title', 'detail'])

/** Returns one page of the shop's changes, the newest first, and its users. Throws FORBIDDEN except for the owner. */
export async function listChanges(
  ctx: UserCtx,
  { noun, actor, from, to, page }: ChangeListInput,
): Promise<ShopChanges> {
  requireRight(ctx, 'history')
  let found = changesOf(ctx)
  if (noun !== undefined) found = found.where('noun', '=', noun)
  if (actor !== undefined) found = found.where('actor_id', '=', actor)
  if (from != null) found = found.where('at', '>=', startOfDay(from))
  if (to != null) found = found.where('at', '<', startOfDay(addDays(to, 1)))
  const changes = await pageOf(found.orderBy('at', 'desc').orderBy('id', 'desc'), page)
  return { ...changes, people: await peopleOf(ctx) }
}

/** Returns all users of the shop, because the log also has the changes of former staff. */
const peopleOf = (ctx: UserCtx) =>
  ownRows(ctx, 'users').orderBy('id').select(['id', 'username as name']).execute()

/** Returns one page of a thing's changes, the newest first, without amounts for callers without that right. Throws FORBIDDEN. */
export async function listChangesOf(ctx: UserCtx, { noun, id, page }: ChangesOfInput): Promise<ChangePage> {
  if (noun === 'expense') requireRight(ctx, 'figures')
  const found = changesOf(ctx).where('noun', '=', noun).where('target_id', '=', id)
  const changes = await pageOf(found.orderBy('id', 'desc'), page)
  if (canSeePrices(ctx)) return changes
  const items = changes.items.map((one) => ({ ...one, detail: detailWithoutPrices(one.detail) }))
  return { ...changes, items }
}

type Query = ReturnType<typeof changesOf>
type Row = Awaited<ReturnType<Query['execute']>>[number]

async function pageOf(query: Query, page: number): Promise<ChangePage> {
  const rows = await query
    .limit(CHANGE_PAGE_SIZE + 1)
    .offset((page - 1) * CHANGE_PAGE_SIZE)
    .execute()
  return { items: rows.slice(0, CHANGE_PAGE_SIZE).map(shown), more: rows.length > CHANGE_PAGE_SIZE }
}

/** The casts are safe, because only `recordChanges` writes the log. */
const shown = ({ at, noun, verb, detail, ...row }: Row): ShownChange => ({
  ...row,
  at: at.toISOString(),
  noun: noun as ChangeNoun,
  verb: verb as ChangeVerb,
  detail: masked(JSON.parse(detail) as ShownChange['detail']),
})

/** A list shows no whole tax number: the record does. */
const masked = ({ fields, ...detail }: ShownChange['detail']): ShownChange['detail'] => ({
  ...detail,
  ...(fields && {
    fields: fields.map((field) =>
      field.name === 'tc_vergino'
        ? { ...field, before: maskedValue(field.before), after: maskedValue(field.after) }
        : field,
    ),
  }),
})

const maskedValue = (value: FieldChange['before']) =>
  typeof value === 'string' ? maskedNumber(value) : value

/** Logs the export of many rows as a file, so that the shop knows who has had a customer's data (KVKK art. 12). */
export function recordExport(
  ctx: UserCtx,
  { fileName, sheets, customer, historyOf }: Pick<Book, 'fileName' | 'sheets' | 'customer' | 'historyOf'>,
  format: FileFormat,
): Promise<void> {
  const detail = { count: customer?.records ?? sheets[0]?.total ?? 0, format }
  const what =
    customer === undefined
      ? { noun: 'export' as const, id: null, title: fileName, ...historyOf }
      : { noun: 'customer' as const, id: customer.id, title: customer.name, customer_id: customer.id }
  return inTransaction(ctx, (trx) => recordChange(trx, { ...what, verb: 'read', detail }))
}
