import type { Insertable, Updateable } from 'kysely'

import type { Change } from '#server/platform/core/changes.ts'
import type { LinkPlan } from '#server/directory/identify.ts'
import { LINKED } from '#server/directory/links.ts'
import { firstVisit, type Visit } from '#server/directory/visit-totals.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import type { KayitTable } from '#server/platform/db/schema.ts'
import { type Day, todayInIstanbul } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { kayitProblem } from '#shared/kayit/rules.ts'
import type { KayitInput } from '#shared/kayit/schema.ts'
import { DURUM_DEVAM } from '#shared/options.ts'

import { kayitTitle, kayitUpdate } from './changes.ts'
import {
  EMPTY_KAYIT,
  enteredIn,
  fieldColumns,
  itemColumns,
  KAYIT_FIELDS,
  type KayitFields,
  kayitRow,
} from './derived.ts'
import { type ItemPlan, planItems, type StoredRow } from './items.ts'
import { planPrices, type PricedInput, type PriceState } from './kept-prices.ts'
import { type LinkPlans, type LinkState, planLinks } from './links.ts'
import type { LockedKayit } from './queries.ts'
import type { Counted, RecordChange } from './record-change.ts'

/** All that a save depends on, read under its locks. */
export type SaveState = Omit<PriceState, 'stored'> & {
  /** The record that is changed, and its items; `null` for a new one, whose id is reserved in `links`. */
  record: LockedKayit | null
  stored: readonly StoredRow[]
  links: LinkState | null
  shop: number
}

/** All that a save stores. */
export type SavePlan = {
  id: number
  version: number
  fields: KayitFields
  /** The items as they were sent, with the prices that count. */
  sent: PricedInput[] | undefined
  kayit: { insert: Insertable<KayitTable> } | { update: Updateable<KayitTable> }
  items: ItemPlan
  links: LinkPlans
  /** Whether the shop's links were locked to decide that. */
  holdsLinks: boolean
  /** The lines of the change log. */
  log: Change[]
  /** What the totals, the car, the customer and the names of items count. */
  change: RecordChange & { after: Counted }
}

/** The fields of a record after a save, which are not validated: a new one starts as work that begins today. */
export function fieldsOf(record: LockedKayit | null, input: KayitInput, today: Day): KayitFields {
  const before =
    record === null ? { ...EMPTY_KAYIT, durum: DURUM_DEVAM, kayit_tarihi: today } : enteredIn(record)
  return { ...before, ...sentFields(input.info) }
}

/**
 * Decides what a save stores, without a database. Throws CONFLICT when the record has changed since `input.version`,
 * and INVALID with the field.
 */
export function planSave(state: SaveState, input: KayitInput, now: Date): SavePlan {
  return state.record === null
    ? planCreation(state, input, now)
    : planChange({ ...state, record: state.record }, input, now)
}

function planCreation(state: SaveState, input: KayitInput, now: Date): SavePlan {
  const { shop, links: linkState, stored } = state
  if (linkState === null) throw new Error('A new record has no reserved id.')
  const id = linkState.ids.kayit_id
  const sent = planPrices(input.islemler ?? [], state)
  const fields = valid(fieldsOf(null, input, todayInIstanbul(now)))
  const links = planLinks(linkState, { fields, taken: input })
  const row = { id, version: 1, ...kayitRow(shop, fields, sent), ...idsOf(links) }
  const items = planItems({ shop_id: shop, id }, stored, sent)
  return {
    id,
    version: 1,
    fields,
    sent,
    kayit: { insert: { ...row, created_at: now, updated_at: now } },
    items,
    links: withFirstVisit(links, row),
    holdsLinks: true,
    log: [{ noun: 'kayit', id, verb: 'create', title: kayitTitle(fields), customer_id: links.customer.id }],
    change: { id, before: null, after: { ...row, islemler: items.rows }, firstOf: newIn(links) },
  }
}

function planChange(state: SaveState & { record: LockedKayit }, input: KayitInput, now: Date): SavePlan {
  const { record, stored, shop } = state
  const { id } = record
  requireVersion(record.version, input.version)
  const sent = input.islemler && planPrices(input.islemler, state)
  const entered = enteredIn(record)
  const fields = valid(fieldsOf(record, input, todayInIstanbul(now)))
  const links = planLinks(state.links, { fields, taken: input, before: { ...record, fields: entered } })
  const version = record.version + 1
  const columns = { ...fieldColumns(fields), ...(sent && itemColumns(sent)), ...idsOf(links) }
  const items = planItems({ shop_id: shop, id }, stored, sent)
  const after = { ...record, ...columns, islemler: items.rows }
  return {
    id,
    version,
    fields,
    sent,
    kayit: { update: { ...columns, version, updated_at: now } },
    items,
    links: withFirstVisit(links, after),
    holdsLinks: state.links !== null,
    log: kayitUpdate(
      id,
      { ...record, fields: entered, islemler: stored },
      { customer_id: links.customer.id, fields, islemler: items.rows },
    ),
    change: { id, before: { ...record, islemler: stored }, after, firstOf: newIn(links) },
  }
}

/** Returns which of a record's car and customer are stored with it. */
const newIn = (links: LinkPlans) => LINKED.filter((name) => links[name].row !== undefined)

/** Stores a new car and customer with their visit: a later statement would write all their index entries again. */
function withFirstVisit({ vehicle, customer }: LinkPlans, record: Visit): LinkPlans {
  const counted = <Row>({ row, ...plan }: LinkPlan<Row>): LinkPlan<Row> => ({
    ...plan,
    ...(row && { row: { ...row, ...firstVisit(record) } }),
  })
  return { vehicle: counted(vehicle), customer: counted(customer) }
}

const idsOf = ({ vehicle, customer }: LinkPlans) => ({ vehicle_id: vehicle.id, customer_id: customer.id })

/** The fields that were sent. An empty record date counts as not sent, because every record has one. */
function sentFields(info: KayitInput['info']): Partial<KayitFields> {
  const sent = KAYIT_FIELDS.filter((name) => info[name] !== undefined)
  const fields = Object.fromEntries(sent.map((name) => [name, info[name]]))
  if (fields['kayit_tarihi'] === null) delete fields['kayit_tarihi']
  return fields
}

/** The fields of a valid record. Throws INVALID with the field's name. */
function valid(fields: KayitFields): KayitFields {
  const problem = kayitProblem(fields)
  if (problem === null) return fields
  throw new AppError('INVALID', problem.message, { field: `info.${problem.field}` })
}
