import type { Selectable } from 'kysely'

import { recordChange } from '#server/platform/core/changes.ts'
import { ownRows, updateOwn, inSameShop } from '#server/platform/core/own-rows.ts'
import { inTransaction, today, type UserCtx, requireRight } from '#server/platform/core/context.ts'
import { idempotentCreate, idempotentUpdate } from '#server/platform/core/idempotency.ts'
import { idsOf } from '#server/directory/merge.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { AppError } from '#shared/errors.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import { dueDay, isOverdue } from '#shared/personal-data/rules.ts'
import {
  type DataRequest,
  type DataRequestInput,
  type DataRequestPage,
  REGISTER_PAGE_SIZE,
} from '#shared/personal-data/schema.ts'

const requestsOf = (ctx: UserCtx) =>
  ownRows(ctx, 'data_request')
    .leftJoin('customer', inSameShop('customer.id', 'data_request.customer_id'))
    .select(['data_request.id', 'received_on', 'kind', 'note', 'customer_id', 'answered_on', 'version'])
    .select((eb) => eb.fn.coalesce('customer.name', eb.val('')).as('customer'))

const shown = (row: Omit<DataRequest, 'due_on'>): DataRequest => ({ ...row, due_on: dueDay(row.received_on) })

/** Returns one page of the shop's requests: unanswered ones first, by their due days, then the last answered. */
export async function listRequests(ctx: UserCtx, { page }: { page: number }): Promise<DataRequestPage> {
  requireRight(ctx, 'personal_data')
  return withSnapshot(ctx, async (trx) => {
    const open = await requestsOf(trx)
      .where('answered_on', 'is', null)
      .orderBy('received_on')
      .orderBy('data_request.id')
      .execute()
    const from = (page - 1) * REGISTER_PAGE_SIZE
    const answered = await requestsOf(trx)
      .where('answered_on', 'is not', null)
      .orderBy('answered_on', 'desc')
      .orderBy('data_request.id', 'desc')
      .limit(REGISTER_PAGE_SIZE + 1)
      .offset(Math.max(0, from - open.length))
      .execute()
    const rows = [...open.slice(from), ...answered]
    return {
      items: rows.slice(0, REGISTER_PAGE_SIZE).map(shown),
      more: rows.length > REGISTER_PAGE_SIZE,
      open: open.length,
      overdue: open.filter((row) => isOverdue(row, today(ctx))).length,
    }
  })
}

/** Returns one request. Throws FORBIDDEN, NOT_FOUND. */
export async function getRequest(ctx: UserCtx, { id }: { id: number }): Promise<DataRequest> {
  requireRight(ctx, 'personal_data')
  return shown(await requestsOf(ctx).where('data_request.id', '=', id).executeTakeFirstOrThrow(notFound))
}

const notFound = () => new AppError('NOT_FOUND', personalDataMessages.requestNotFound)

const FIELDS = ['received_on', 'kind', 'note', 'customer_id', 'answered_on'] as const
type Fields = Pick<Selectable<DB['data_request']>, (typeof FIELDS)[number]>

/** Stores or changes a customer's request. Throws FORBIDDEN, INVALID, NOT_FOUND, and CONFLICT when it changed since `version`. */
export async function saveRequest(ctx: UserCtx, input: DataRequestInput): Promise<DataRequest> {
  requireRight(ctx, 'personal_data')
  return inTransaction(ctx, async (trx) => {
    const fields = await validateRequest(trx, input)
    const call = { operation: 'data request', key: input.key }
    const same = async <Made>(made: Made) => made
    const { id } =
      input.id === 0
        ? await idempotentCreate(trx, call, { create: () => create(trx, fields), change: same })
        : await idempotentUpdate(
            trx,
            { ...call, input },
            { change: () => change(trx, input, fields), repeat: same },
          )
    return getRequest(trx, { id })
  })
}

async function validateRequest(ctx: UserCtx, input: DataRequestInput): Promise<Fields> {
  const { received_on, kind, note, customer_id: id, answered_on } = input
  const day = today(ctx)
  for (const [field, value] of Object.entries({ received_on, answered_on }))
    if (value !== null && value > day) throw new AppError('INVALID', personalDataMessages.inFuture, { field })
  const customer_id = id === 0 ? null : (await idsOf(ctx, 'customer', id))[0]
  return { received_on: received_on ?? day, kind, note, customer_id, answered_on }
}

async function create(ctx: UserCtx, fields: Fields): Promise<{ id: number }> {
  const { id } = await ctx.db
    .insertInto('data_request')
    .values({ ...fields, shop_id: ctx.actor.shop, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { customer_id, received_on: title } = fields
  await recordChange(ctx, { noun: 'request', id, verb: 'create', title, customer_id })
  return { id }
}

async function change(ctx: UserCtx, { id, version: expected }: DataRequestInput, fields: Fields) {
  const { version, ...before } = await ownRows(ctx, 'data_request')
    .where('id', '=', id)
    .select([...FIELDS, 'version'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  requireVersion(version, expected)
  await updateOwn(ctx, 'data_request')
    .set({ ...fields, version: version + 1 })
    .where('id', '=', id)
    .execute()
  const { customer_id, received_on: title } = fields
  // The note may name a person, so the log leaves it out.
  const changed = fieldChanges(FIELDS, before, fields).filter(({ name }) => name !== 'note')
  const detail = changed.length > 0 ? { fields: changed } : {}
  await recordChange(ctx, { noun: 'request', id, verb: 'update', title, detail, customer_id })
  return { id, version: version + 1 }
}
