import type { ChangeEntry } from '#server/platform/core/changes.ts'
import type { LinkName } from '#server/directory/links.ts'
import type { GivenAway } from '#server/directory/shares.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { updateVisitTotals, needsRecount, type CountedVisit } from '#server/directory/visit-totals.ts'
import { updateItemMemory } from '#server/item/memory.ts'
import { type CountedKayit, countRecords } from '#server/stats/totals.ts'
import { type ChangedItem, fieldChanges, isNothing, itemChanges } from '#shared/change/rules.ts'
import { clockOf } from '#shared/clock.ts'
import { isSamePerson } from '#shared/customer/rules.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import type { Stage } from '#shared/kayit/stage.ts'

import { customerOf, KAYIT_FIELDS, type KayitFields } from './derived.ts'
import type { ItemRow } from './items.ts'
import { STAGE_COLUMNS, type StoredStage } from './queries.ts'

/** The columns of a record that totals, cars and customers count. */
export const COUNTED = [
  'stage',
  'day',
  'durum',
  'arac_marka',
  'toplam_kurus',
  'vehicle_id',
  'customer_id',
] as const

export type CountedRecord = CountedKayit &
  CountedVisit & { stage: Stage; islemler: readonly Omit<ItemRow, 'id'>[] }

/**
 * A record before and after its change; `null` when there was or is none. `firstOf` names the linked rows that were
 * stored with this visit, which is not counted again.
 */
export type RecordChange = {
  id: number
  before: CountedRecord | null
  after: CountedRecord | null
  firstOf?: readonly LinkName[]
}

/** Returns the changes of visits: a record that is no visit counts like none (decision 44). */
const changesOfVisits = (all: readonly RecordChange[]): RecordChange[] =>
  all
    .map((change) => ({ ...change, before: visitOrNone(change.before), after: visitOrNone(change.after) }))
    .filter(({ before, after }) => before !== null || after !== null)

const visitOrNone = (record: CountedRecord | null) => (record?.stage === 'visit' ? record : null)

/**
 * Updates everything derived from changed records: the visits of their cars and customers, the totals, and the names of
 * work items. Only recounts write these as well, and a new car or customer has its first visit. No lock may follow it
 * (docs/architecture.md, 'The order of the locks').
 */
export async function applyRecordChange(
  ctx: ShopCtx,
  all: readonly RecordChange[],
  locks: { holdsLinks?: boolean } = {},
): Promise<void> {
  const changes = changesOfVisits(all)
  if (changes.length === 0) return
  const rest = (one: ShopCtx) => [
    countRecords(one, changes),
    ...changes.map(({ id, ...change }) => updateItemMemory(one, id, change)),
  ]
  const visits = changes.map(uncountedVisits)
  // A recount waits for the rows that it reads, and totals must not be locked before it.
  if (needsRecount(visits)) {
    await updateVisitTotals(ctx, visits, locks)
    await pipelineSteps(ctx, rest)
  } else await pipelineSteps(ctx, (one) => [updateVisitTotals(one, visits, locks), ...rest(one)])
}

/** Returns the visits of a change that the rows of its car and customer do not count yet. */
function uncountedVisits({ before, after, firstOf = [] }: RecordChange) {
  const counted = Object.fromEntries(firstOf.map((name) => [`${name}_id`, null]))
  return { before, after: after && { ...after, ...counted } }
}

type State = StoredStage & {
  customer_id: number | null
  fields: KayitFields
  islemler: readonly ChangedItem[]
}

/** The fields that identify a record's customer. */
export const PERSON_FIELDS = ['musteri_adi_soyadi', 'musteri_tel', 'tc_vergino'] as const
export const CAR_FIELDS = ['plaka', 'sasi_no', 'motor_no'] as const
export const NAMING_FIELDS = new Set<string>([...PERSON_FIELDS, ...CAR_FIELDS])

const AS_VISIT = {
  stage: 'visit',
  quote_valid_until: null,
  appointment_day: null,
  appointment_start: null,
  appointment_minutes: null,
  appointment_state: null,
} as const

/** Returns the stage with the appointment's time as a time of day. */
const stageWords = (row: StoredStage) => ({
  ...row,
  appointment_start: row.appointment_start === null ? null : clockOf(row.appointment_start),
})

/** Returns the creation of a record without `before`, or its change; none if no entered value differs. */
export function changeEntry(id: number, before: State | undefined, after: State): ChangeEntry[] {
  const { customer_id } = after
  const title = kayitTitle(after.fields)
  if (before === undefined) {
    const stages = fieldChanges(STAGE_COLUMNS, AS_VISIT, stageWords(after))
    const detail = stages.length > 0 && { detail: { fields: stages } }
    return [{ noun: 'kayit', id, verb: 'create', title, customer_id, ...detail }]
  }
  const fields = [
    ...fieldChanges(STAGE_COLUMNS, stageWords(before), stageWords(after)),
    ...fieldChanges(KAYIT_FIELDS, before.fields, after.fields),
  ]
  const items = itemChanges(before.islemler, after.islemler)
  const detail = { ...(fields.length > 0 && { fields }), ...(!isNothing(items) && { items }) }
  if (Object.keys(detail).length === 0) return []
  const isNamed = fields.some(({ name }) => NAMING_FIELDS.has(name))
  const other_customer_id = isNamed ? formerCustomerOf(before, after) : null
  const verb = before.stage === after.stage || after.stage === 'appointment' ? 'update' : VERBS[after.stage]
  return [{ noun: 'kayit', id, verb, title, detail, customer_id, other_customer_id }]
}

const VERBS = { visit: 'arrive', quote: 'quote' } as const

/** Returns the customer whom the record named before: 0 where the customer was corrected to another person. */
const formerCustomerOf = (before: State, after: State): number | null =>
  isCorrected(before, after) ? 0 : (before.customer_id ?? 0)

const isCorrected = (before: State, after: State): boolean =>
  before.customer_id === after.customer_id &&
  !isSamePerson(customerOf(before.fields), customerOf(after.fields))

/** Returns what links must not show any more if the record is another person's now; `null` if it is not. */
export function givenAway(id: number, before: State | undefined, after: State): GivenAway | null {
  if (before === undefined || before.customer_id === null) return null
  if (isCorrected(before, after)) return { kayit_id: id, customer_id: after.customer_id }
  return before.customer_id === after.customer_id ? null : { kayit_id: id, customer_id: null }
}
