import { endSharesOfOthers } from '#server/directory/shares.ts'
import { recordChanges } from '#server/platform/core/changes.ts'
import {
  inPipelinedTransaction,
  today,
  type UserCtx,
  canSeePrices,
  redactFor,
  requireRight,
} from '#server/platform/core/context.ts'
import { idempotentCreate, idempotentUpdate, type StoreResult } from '#server/platform/core/idempotency.ts'
import type { SendCommit } from '#server/platform/db/pipeline.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { withDiscountLast } from '#shared/kayit/discount.ts'
import { readPayments } from '#server/payment/queries.ts'
import { AppError } from '#shared/errors.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import type { Belge, KayitInput, SavedKayit } from '#shared/kayit/schema.ts'

import { itemsOf, savedItems, writeItems } from './items.ts'
import { type Approval, findApproval, itemsOfVisit } from './quote.ts'
import { withoutHiddenPrices, readPrices } from './save-prices.ts'
import { type MergedRecord, needsLinkState, readLinks, removeUnlinked, writeLinks } from './links.ts'
import { mergeRecord, planSave, type SavePlan, type SaveState } from './plan-save.ts'
import {
  findBelgeler,
  insertKayit,
  KEY_OPERATION,
  kayitNotFound,
  lockKayit,
  lockKayitlar,
  lockCreated,
  requireDetail,
  stageFacts,
  updateKayit,
} from './queries.ts'
import { applyRecordChange } from './record-change.ts'

/** The result of a save; the idempotency key stores its id and version. */
type SaveResult = Omit<SavedKayit, 'created'> & { id: number }

/**
 * Stores a new record, or changes one (decisions: two people on one record), completely or not at all; returns the
 * stored record. It ignores prices of a caller who sees none (save-prices.ts). With `becomesVisit` a stored quote or appointment
 * also becomes a visit. Throws INVALID with the field, NOT_FOUND, FORBIDDEN for a quote without the right `quotes` or,
 * when it has changed since `version`, CONFLICT.
 */
export async function saveKayit(
  ctx: UserCtx,
  input: KayitInput,
  { becomesVisit = false }: { becomesVisit?: boolean } = {},
): Promise<SavedKayit> {
  const sent = withoutHiddenPrices(ctx, input.islemler)
  const stage = becomesVisit ? 'visit' : input.id === 0 ? (input.stage ?? 'visit') : undefined
  // The day is no part of the key's input: a repetition after midnight is still the same save.
  const info = becomesVisit ? { ...input.info, giris_tarihi: today(ctx), cikis_tarihi: null } : input.info
  const accepted = { ...input, info, stage, islemler: sent && withDiscountLast(sent) }
  const call = { operation: KEY_OPERATION, key: input.key, input }
  const save = (locksIdentities: boolean) =>
    inPipelinedTransaction(ctx, async (trx, sendCommit) => {
      const isNew = input.id === 0
      const { id: _, ...saved } = await (isNew
        ? createKayit(trx, accepted, { call, locksIdentities, sendCommit })
        : idempotentUpdate<SaveResult, LockedState>(trx, call, {
            read: (one) => lockAndRead(one, accepted, becomesVisit),
            change: (locked, storeResult) => {
              if (becomesVisit) requireEarly(locked)
              const islemler = itemsOfVisit(accepted.islemler, locked.stored, locked.approval)
              return changeKayit(trx, { ...accepted, islemler }, { locked, storeResult })
            },
            repeat: (made) => repeatSave(trx, made, accepted.islemler),
          }))
      return redactFor(ctx, { ...saved, created: isNew })
    })
  if (ctx.db.isTransaction) return save(false)
  try {
    return await save(true)
  } catch (error) {
    if (error instanceof KeyUsedBefore) return save(false)
    throw error
  }
}

/** Signals that the key made a record from another input, so that the save restarts with the locks of a change. */
class KeyUsedBefore extends Error {}

type Creation = {
  call: { operation: string; key: string | undefined; input: KayitInput }
  /** Whether only identities are locked, not all links; an outer transaction may have locked the links already. */
  locksIdentities: boolean
  sendCommit: SendCommit
}

const createKayit = (
  ctx: UserCtx,
  input: KayitInput,
  { call, sendCommit, locksIdentities }: Creation,
): Promise<SaveResult> =>
  idempotentCreate<SaveResult, SaveState>(ctx, call, {
    read: (one) => readCreation(one, input, locksIdentities),
    create: (state, storeResult) =>
      // A new record only adds to the totals, so no result of its writes has to be checked before the commit.
      writePlan(ctx, planSave(state, input, ctx.now), { belgeler: [], storeResult, sendCommit }),
    change: async (made) => {
      if (locksIdentities) throw new KeyUsedBefore()
      const change = { ...input, ...made }
      const locked = await lockAndRead(ctx, change)
      await requireSameStage(ctx, change, locked)
      return changeKayit(ctx, change, { locked })
    },
    repeat: (made) => repeatSave(ctx, made, input.islemler),
  })

/** Refuses the save of a quote, also one that becomes a visit, by a caller without the right. */
function requireRightFor(ctx: UserCtx, { stage, before }: MergedRecord): void {
  if (stage !== 'visit' || (before !== undefined && before.stage !== 'visit')) requireRight(ctx, 'quotes')
}

/** Refuses to make a quote of the key's visit that took payments: the key then makes a record of its own. */
async function requireSameStage(ctx: UserCtx, { id, stage }: KayitInput, { record }: LockedState) {
  if (stage === 'visit' || record?.stage !== 'visit') return
  if ((await readPayments(ctx, id)).length > 0) throw new AppError('CONFLICT', stageMessages.hasPayments)
}

/** Refuses to make a visit of a visit, or of a quote for more work on one. */
function requireEarly({ record }: LockedState): void {
  if (record?.stage === 'visit') throw new AppError('CONFLICT', stageMessages.alreadyVisit)
  if (record !== null && record.for_kayit_id !== null)
    throw new AppError('INVALID', stageMessages.extraOfVisit)
}

/** Returns the caller's part of a save's state. */
const callerStateOf = (ctx: UserCtx) => ({ shop: ctx.actor.shop, canSeePrices: canSeePrices(ctx) })

/** Reads the state for a new record in one round trip. */
async function readCreation(ctx: UserCtx, input: KayitInput, locksIdentities: boolean): Promise<SaveState> {
  const { key } = input
  const mergedRecord = mergeRecord(null, input, today(ctx))
  requireRightFor(ctx, mergedRecord)
  const [, links, suggested] = await pipelineSteps(ctx, (one) => [
    // A retry changes the record that its key has made, and records are locked before links.
    key === undefined ? Promise.resolve() : lockCreated(one, { operation: KEY_OPERATION, key }),
    readLinks(one, mergedRecord, { locksIdentities }),
    readPrices(one, input.islemler),
  ])
  return { ...callerStateOf(ctx), record: null, stored: [], mergedRecord, links, suggested }
}

type LockedState = Omit<SaveState, 'mergedRecord' | 'links'> & {
  belgeler: Belge[]
  /** The customer's approval of a quote that becomes a visit. */
  approval: Approval | null
}

/** Locks the record of a change and reads its state in the same round trip. Throws NOT_FOUND. */
async function lockAndRead(
  ctx: UserCtx,
  { id, islemler }: Pick<KayitInput, 'id' | 'islemler'>,
  becomesVisit = false,
): Promise<LockedState> {
  const [[record = null], stored, belgeler, suggested, approval] = await pipelineSteps(ctx, (one) => [
    lockKayitlar(one, [id]),
    itemsOf(one, { id }),
    findBelgeler(one, { id }),
    readPrices(one, islemler),
    becomesVisit ? findApproval(one, id) : Promise.resolve(null),
  ])
  return { ...callerStateOf(ctx), record, stored, belgeler, suggested, approval }
}

/** Changes a locked record. If a text of its car or customer changes, a second round trip reads the candidates. */
async function changeKayit(
  ctx: UserCtx,
  input: KayitInput,
  { locked: { belgeler, ...state }, storeResult }: { locked: LockedState; storeResult?: StoreResult },
): Promise<SaveResult> {
  const { record } = state
  if (record === null) throw kayitNotFound()
  if (record.added_at !== null) throw new AppError('CONFLICT', stageMessages.extraAdded)
  const mergedRecord = mergeRecord(record, input, today(ctx))
  requireRightFor(ctx, mergedRecord)
  const links = needsLinkState(mergedRecord) ? await readLinks(ctx, mergedRecord) : null
  const plan = planSave({ ...state, mergedRecord, links }, input, ctx.now)
  const saved = await writePlan(ctx, plan, { belgeler, storeResult })
  // This runs last, because it locks rows out of order, and only rows that no other record names.
  await removeUnlinked(ctx, record, plan.change.after)
  return saved
}

type Storing = {
  belgeler: Belge[]
  storeResult?: StoreResult | undefined
  sendCommit?: SendCommit
}

/** Writes all of a plan in one round trip and returns the stored record. */
async function writePlan(
  ctx: UserCtx,
  plan: SavePlan,
  { belgeler, storeResult, sendCommit }: Storing,
): Promise<SaveResult> {
  const { id, version, fields, sent, stage } = plan
  const write = (one: UserCtx) =>
    [
      writeLinks(one, plan.links),
      'insert' in plan.kayit
        ? insertKayit(one, plan.kayit.insert)
        : updateKayit(one, { id, row: plan.kayit.update }),
      writeItems(one, plan.items),
      storeResult === undefined ? Promise.resolve() : storeResult(one, { id, version }),
      recordChanges(one, plan.log),
      plan.givenAway === null ? Promise.resolve() : endSharesOfOthers(one, plan.givenAway),
      applyRecordChange(one, [plan.change], plan),
    ] as const
  const [, , items] = await pipelineSteps(ctx, write, sendCommit)
  const kayit = { id, ...fields, user_id: ctx.actor.shop }
  return {
    id,
    kayit,
    islemler: savedItems(items, sent),
    belgeler,
    version,
    updated_at: ctx.now.toISOString(),
    ...stageFacts(stage),
  }
}

/** Returns the result of a repeated save, the record as it is now. Throws NOT_FOUND. */
async function repeatSave(
  ctx: UserCtx,
  made: { id: number; version?: number | undefined },
  sent: KayitInput['islemler'],
): Promise<SaveResult> {
  const { id } = made
  await lockKayit(ctx, id)
  const found = await requireDetail(ctx, id)
  // Fewer items than were sent are those that the customer approved.
  const isUnchanged = found.version === made.version && found.islemler.length === sent?.length
  return { id, ...found, islemler: savedItems(found.islemler, sent, { isUnchanged }) }
}
