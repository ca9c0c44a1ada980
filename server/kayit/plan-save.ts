import type { Insertable, Updateable } from 'kysely'

import type { ChangeEntry } from '#server/platform/core/changes.ts'
import type { LinkPlan } from '#server/directory/identify.ts'
import { LINK_NAMES } from '#server/directory/links.ts'
import type { GivenAway } from '#server/directory/shares.ts'
import { firstVisit, type CountedVisit } from '#server/directory/visit-totals.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { appointmentMessages } from '#shared/appointment/messages.ts'
import { type Appointment, isRecognisable } from '#shared/appointment/rules.ts'
import { addDays, type Day, todayInIstanbul } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { fieldsOfStage, kayitProblem } from '#shared/kayit/rules.ts'
import type { KayitInput } from '#shared/kayit/schema.ts'
import { QUOTE_DAYS, type Stage } from '#shared/kayit/stage.ts'
import { DURUM_DEVAM } from '#shared/options.ts'

import {
  EMPTY_KAYIT,
  enteredFieldsOf,
  derivedColumns,
  itemColumns,
  KAYIT_FIELDS,
  type KayitFields,
  kayitRow,
} from './derived.ts'
import { type ItemPlan, planItems, type ItemRow } from './items.ts'
import { planDiscount } from './save-discount.ts'
import type { PricedInput, PriceState } from './save-prices.ts'
import { type LinkPlans, type LinkState, type MergedRecord, planLinks } from './links.ts'
import { appointmentOf, type LockedKayit, type stageFacts, type StoredAppointment } from './queries.ts'
import { type CountedRecord, changeEntry, givenAway, type RecordChange } from './record-change.ts'

/** The stored state that a save depends on, read under its locks. */
export type SaveState = Omit<PriceState, 'stored'> & {
  /** The changed record; `null` for a new one, whose id is reserved in `links`. */
  record: LockedKayit | null
  stored: readonly ItemRow[]
  mergedRecord: MergedRecord
  links: LinkState | null
  shop: number
}

/** The parts of the input that a plan needs besides `mergedRecord`. */
type SaveInput = Pick<KayitInput, 'version' | 'islemler' | 'quote_valid_until' | 'appointment'>

export type SavePlan = {
  id: number
  version: number
  fields: KayitFields
  stage: Parameters<typeof stageFacts>[0]
  /** The items as they were sent, with their final prices. */
  sent: PricedInput[] | undefined
  kayit: { insert: Insertable<DB['kayit']> } | { update: Updateable<DB['kayit']> }
  items: ItemPlan
  links: LinkPlans
  /** Whether the shop's links were locked to decide `links`. */
  holdsLinks: boolean
  log: ChangeEntry[]
  /** The links that end; `null` if the record stays its customer's. */
  givenAway: GivenAway | null
  /** The change that totals, car, customer and item names count. */
  change: RecordChange & { after: CountedRecord }
}

/**
 * Merges the sent fields, not validated yet, into those of the stored record. A new record starts as work that begins
 * today; an empty record date counts as not sent, because every record has one.
 */
export function mergeRecord(record: LockedKayit | null, input: KayitInput, today: Day): MergedRecord {
  const { info, vehicle_id, customer_id } = input
  const stage = input.stage ?? record?.stage ?? 'visit'
  const before =
    record === null ? { ...EMPTY_KAYIT, durum: DURUM_DEVAM, kayit_tarihi: today } : enteredFieldsOf(record)
  const sent = KAYIT_FIELDS.filter((name) => info[name] !== undefined)
    .filter((name) => name !== 'kayit_tarihi' || info[name] !== null)
    .map((name) => [name, info[name]])
  return {
    fields: fieldsOfStage({ ...before, ...Object.fromEntries(sent) }, stage),
    stage,
    chosen: { vehicle_id, customer_id },
    before: record === null ? undefined : { ...record, fields: before },
  }
}

/** Plans the rows of a save. Throws CONFLICT for a record changed since its version, and INVALID with the field. */
export function planSave(state: SaveState, input: SaveInput, now: Date): SavePlan {
  const { record, stored, mergedRecord, shop } = state
  const id = record?.id ?? state.links?.ids.kayit_id
  if (id === undefined) throw new Error('A new record has no reserved id.')
  if (record !== null) requireVersion(record.version, input.version)
  // A new record needs a total even without items.
  const islemler = input.islemler ?? (record === null ? [] : undefined)
  const sent = islemler && planDiscount(islemler, state)
  const { stage } = mergedRecord
  const fields = valid(mergedRecord.fields, stage)
  const quote_valid_until = validUntil(stage, record, { sent: input.quote_valid_until, now })
  const stages = { stage, quote_valid_until, ...appointmentColumns(stage, record, input.appointment) }
  const links = planLinks(state.links, mergedRecord)
  const version = (record?.version ?? 0) + 1
  const ids = { vehicle_id: links.vehicle.id, customer_id: links.customer.id }
  const columns = { ...derivedColumns(fields), ...(sent && itemColumns(sent)), ...ids, ...stages }
  const items = planItems({ shop_id: shop, id }, stored, sent)
  const after = { toplam_kurus: record?.toplam_kurus ?? 0, ...columns, islemler: items.rows }
  const named = { ...ids, ...stages, fields, islemler: items.rows }
  const before = mergedRecord.before && { ...mergedRecord.before, islemler: stored }
  const firstOf = LINK_NAMES.filter((name) => links[name].row !== undefined)
  const stamp = { id, version, created_at: now, updated_at: now }
  return {
    id,
    version,
    fields,
    sent,
    kayit:
      record === null
        ? { insert: { ...kayitRow(shop, fields, sent ?? []), ...ids, ...stages, ...stamp } }
        : { update: { ...columns, version, updated_at: now } },
    items,
    links: stage === 'visit' ? withFirstVisit(links, after) : links,
    holdsLinks: state.links !== null,
    stage: { ...stages, for_kayit_id: record?.for_kayit_id ?? null },
    log: changeEntry(id, before, named),
    givenAway: givenAway(id, before, named),
    change: { id, before: record && { ...record, islemler: stored }, after, firstOf },
  }
}

/** Returns the last day of a quote's prices; `null` for every other record. */
function validUntil(
  stage: Stage,
  record: LockedKayit | null,
  { sent, now }: { sent: Day | null | undefined; now: Date },
): Day | null {
  if (stage !== 'quote') return null
  if (sent !== undefined) return sent
  return record?.stage === 'quote' ? record.quote_valid_until : addDays(todayInIstanbul(now), QUOTE_DAYS)
}

const NO_APPOINTMENT = {
  appointment_day: null,
  appointment_start: null,
  appointment_minutes: null,
  appointment_state: null,
} as const

/** Returns the time of an appointment, which stays in the visit that came by it. Throws INVALID without one. */
export function appointmentColumns(
  stage: Stage,
  record: LockedKayit | null,
  sent?: Appointment,
): StoredAppointment {
  const stored = record && appointmentOf(record)
  const appointment = stage === 'appointment' ? (sent ?? stored) : stored
  if (appointment === null) {
    // The version before stored appointments without a time.
    if (stage !== 'appointment' || record?.stage === stage) return NO_APPOINTMENT
    throw new AppError('INVALID', appointmentMessages.dayRequired, { field: 'appointment.day' })
  }
  if (stage === 'quote') return NO_APPOINTMENT
  return {
    appointment_day: appointment.day,
    appointment_start: appointment.start,
    appointment_minutes: appointment.minutes,
    appointment_state: stage === 'visit' ? 'awaited' : appointment.state,
  }
}

/** Adds the visit to a new car and customer, because a later statement would write all their index entries again. */
function withFirstVisit({ vehicle, customer }: LinkPlans, record: CountedVisit): LinkPlans {
  const counted = <Row>({ row, ...plan }: LinkPlan<Row>): LinkPlan<Row> => ({
    ...plan,
    ...(row && { row: { ...row, ...firstVisit(record) } }),
  })
  return { vehicle: counted(vehicle), customer: counted(customer) }
}

/** Returns the fields of a valid record. Throws INVALID with the field's name. */
function valid(fields: KayitFields, stage: Stage): KayitFields {
  const problem = kayitProblem(fields, stage)
  if (problem === null) {
    if (stage !== 'appointment' || isRecognisable(fields)) return fields
    throw new AppError('INVALID', appointmentMessages.unrecognisable, { field: 'info.plaka' })
  }
  throw new AppError('INVALID', problem.message, { field: `info.${problem.field}` })
}
