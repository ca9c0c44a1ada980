import * as z from 'zod/mini'

import { dayField, idField, pageField, savingFields, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { MAX_NOTE_LENGTH } from '#shared/options.ts'
import { count, day, resultSchema, rowId } from '#shared/values.ts'

import { ANONYMISE_YEARS, CHANGE_MONTHS, requestProblem } from './rules.ts'

/** The reasons for an erasure: the customer asked for it, or the purpose of the data has ended (law 6698, art. 7). */
const ERASURE_REASONS = ['request', 'ended'] as const
/** All reasons; `retention` is the shop's own retention, which runs by itself. */
const ALL_REASONS = [...ERASURE_REASONS, 'retention'] as const
export type ErasureReason = (typeof ALL_REASONS)[number]

export const eraseInput = z.object(
  { id: idField, reason: z.enum(ERASURE_REASONS, messages.invalidInput) },
  messages.invalidInput,
)
export type EraseInput = z.output<typeof eraseInput>

const counts = {
  /** Records that stay without the customer's texts; `deleted` counts deleted ones that are removed for good. */
  records: count,
  deleted: count,
  /** Cars that only this customer brought; `shared_vehicles` counts those that other customers brought too. */
  vehicles: count,
  shared_vehicles: count,
  documents: count,
}

/** The stored data of a customer, before the erasure. */
export const storedData = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  name: z.string(),
  ...counts,
  requests: count,
  /** The newest erasure of this customer, if there was one. */
  erased_on: z.nullable(z.iso.datetime()),
}))
export type StoredData = z.output<typeof storedData>

/** The rows that an erasure changed; `changes` counts rows of the change log. */
export const erasureCounts = z.strictObject({ ...counts, changes: count })
export type ErasureCounts = z.output<typeof erasureCounts>

/** An erasure as the register shows it. */
export const erasure = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  at: z.iso.datetime(),
  /** The user's name; '' for an erasure by the retention. */
  actor_name: z.string(),
  customer_id: z.nullable(rowId),
  reason: z.enum(ALL_REASONS),
  counts: erasureCounts,
}))
export type Erasure = z.output<typeof erasure>

export const registerInput = z.object({ page: pageField }, messages.invalidInput)
export const REGISTER_PAGE_SIZE = 50
export type ErasurePage = { items: Erasure[]; more: boolean }

/** The kinds of a customer's requests (law 6698, art. 11). */
export const REQUEST_KINDS = ['information', 'correction', 'erasure', 'other'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** A request to store: `id` 0 or absent creates. */
export const dataRequestInput = z
  .object(
    {
      id: z._default(idField, 0),
      received_on: dayField,
      kind: z.enum(REQUEST_KINDS, messages.invalidInput),
      note: z._default(textField('Not', MAX_NOTE_LENGTH), ''),
      /** 0 for a person who is not in the list. */
      customer_id: z._default(idField, 0),
      answered_on: z._default(dayField, null),
      ...savingFields,
    },
    messages.invalidInput,
  )
  .check((payload) => {
    const problem = requestProblem(payload.value)
    if (problem === null) return
    const { field, message } = problem
    payload.issues.push({ code: 'custom', message, path: [field], input: payload.value })
  })
export type DataRequestInput = z.output<typeof dataRequestInput>

export const dataRequestIdInput = z.object({ id: idField }, messages.invalidInput)

/** A customer's request; `due_on` is the last day for the answer. */
export const dataRequest = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  received_on: day,
  due_on: day,
  kind: z.enum(REQUEST_KINDS),
  note: z.string(),
  customer_id: z.nullable(rowId),
  /** The customer's present name; '' without a customer. */
  customer: z.string(),
  answered_on: z.nullable(day),
  version: z.int(),
}))
export type DataRequest = z.output<typeof dataRequest>

/** One page of requests, those without an answer first, by their due days. */
export type DataRequestPage = { items: DataRequest[]; more: boolean; open: number; overdue: number }

export const retentionInput = z.object(
  {
    change_months: z.literal([...CHANGE_MONTHS], messages.invalidInput),
    anonymise_years: z.nullable(z.literal([...ANONYMISE_YEARS], messages.invalidInput)),
  },
  messages.invalidInput,
)
export type RetentionInput = z.output<typeof retentionInput>

/** The shop's retention; the numbers show the effect of each choice today. */
export const retention = /* @__PURE__ */ resultSchema(() => ({
  change_months: z.int(),
  anonymise_years: z.nullable(z.int()),
  /** Records that would lose their personal data, by number of years. */
  old_records: z.array(z.strictObject({ years: z.int(), records: count })),
  /** Rows of the change log that would be deleted, by number of months. */
  old_changes: z.array(z.strictObject({ months: z.int(), changes: count })),
}))
export type Retention = z.output<typeof retention>
