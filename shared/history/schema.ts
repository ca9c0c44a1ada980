import * as z from 'zod/mini'

import { directionField, idField, pageField, textField } from '#shared/fields.ts'
import { appointment } from '#shared/appointment/schema.ts'
import { EARLY_STAGES } from '#shared/kayit/stage.ts'
import { messages } from '#shared/messages.ts'
import { KAYIT_PAGE_SIZE, KAYIT_PAGE_SIZES } from '#shared/options.ts'
import { count, day, price, resultSchema, rowId } from '#shared/values.ts'

/** The id of a car or a customer. */
export const linkedIdInput = z.object({ id: idField }, messages.invalidInput)

/** A merge of the car or customer `id` into `into`. */
export const mergeInput = z.object({ id: idField, into: idField }, messages.invalidInput)

/** The undoing of a merge: `id` is separate again, together with the `parts` that had been merged into it before. */
export const separateInput = z.object(
  {
    id: idField,
    parts: z._default(
      z.array(idField, messages.invalidInput).check(z.maxLength(100, messages.invalidInput)),
      [],
    ),
  },
  messages.invalidInput,
)

/**
 * The result of a merge, for undoing it: `id` is the car or customer that now holds both, `parts` are those that had
 * been merged into the other one before.
 */
export const merged = /* @__PURE__ */ resultSchema(() => ({ id: rowId, parts: z.array(rowId) }))
export type Merged = z.output<typeof merged>

/** A link of the record `kayit_id` to the car or customer `id`; without an `id` the record gets a new one. */
export const linkInput = z.object({ kayit_id: idField, id: z.optional(idField) }, messages.invalidInput)

/** Returns the input for one page of cars or customers, by default by their last visits. */
export const visitedListInput = <const Sorts extends readonly ['last_day', ...string[]]>(sorts: Sorts) =>
  z.object(
    {
      q: z._default(textField('Arama'), ''),
      /** Whether all rows are counted, not only the first 1,000 of a search or 2,000 of the list. */
      exact: z.optional(z.boolean(messages.invalidInput)),
      sort: z._default(z.enum(sorts, messages.invalidInput), 'last_day'),
      dir: z._default(directionField, 'desc'),
      page: pageField,
      size: z._default(z.literal([...KAYIT_PAGE_SIZES], messages.invalidInput), KAYIT_PAGE_SIZE),
    },
    messages.invalidInput,
  )

/** A page of visits, the newest first. */
export const visitsInput = z.object({ id: idField, page: pageField }, messages.invalidInput)

/** A record as a visit of its car or customer. */
export const visit = /* @__PURE__ */ resultSchema(() => ({
  kayit_id: rowId,
  day,
  durum: z.string(),
  giris_tarihi: z.nullable(day),
  cikis_tarihi: z.nullable(day),
  km: z.nullable(count),
  /** Kilometres since the visit before, if both are known. */
  km_since: z.nullable(z.int()),
  toplam_kurus: price,
  plate: z.string(),
  car: z.string(),
  customer: z.string(),
  complaint: z.string(),
  note: z.string(),
  islemler: z.array(z.strictObject({ islem_adi: z.string(), islem_adet: count, fiyat_kurus: price })),
}))
export type Visit = z.output<typeof visit>

export const visitPage = /* @__PURE__ */ resultSchema(() => ({ visits: z.array(visit), total: count }))
export type VisitPage = z.output<typeof visitPage>

/** The facts of all visits of a car or a customer. */
export const visitFacts = {
  visits: count,
  total_kurus: price,
  first_day: z.nullable(day),
  last_day: z.nullable(day),
  /** The newest record with open work. */
  open_kayit_id: z.nullable(rowId),
  /** The quotes and appointments, the newest first; empty for a user without the right `quotes`. */
  upcoming: z.array(
    z.strictObject({
      kayit_id: rowId,
      stage: z.enum(EARLY_STAGES),
      day,
      quote_valid_until: z.nullable(day),
      appointment: z.nullable(appointment),
      plate: z.string(),
      customer: z.string(),
      toplam_kurus: price,
      ilk_islem: z.string(),
    }),
  ),
  /** The visits by year, the oldest first; the sums leave out cancelled records. */
  years: z.array(z.strictObject({ year: z.int(), visits: count, total_kurus: price })),
}
export type VisitFacts = z.output<z.ZodMiniObject<typeof visitFacts>>

/** The result of a new link: the former link of the record, for undoing it, and the present one. */
const relinked = /* @__PURE__ */ resultSchema(() => ({ before: rowId, after: rowId }))
export type Relinked = z.output<typeof relinked>

/** The records for which the earlier visits of their cars are requested. */
export const earlierInput = z.object(
  {
    kayit_ids: z
      .array(idField, messages.invalidInput)
      .check(z.minLength(1, messages.invalidInput), z.maxLength(100, messages.invalidInput)),
  },
  messages.invalidInput,
)

/** The history of a record's car at the time of the record. */
export const earlierVisits = /* @__PURE__ */ resultSchema(() => ({
  kayit_id: rowId,
  vehicle_id: rowId,
  /** Earlier visits of the car. */
  visits: count,
  /** The last two of them at most, the newest first. */
  last: z.array(
    z.strictObject({
      kayit_id: rowId,
      day,
      toplam_kurus: price,
      durum: z.string(),
      /** The name of the first item, '' without items, and the number of items. */
      ilk_islem: z.string(),
      islem_sayisi: count,
    }),
  ),
  /** Kilometres since the last known reading. */
  km_since: z.nullable(z.int()),
  /** Another record with open work on the same car. */
  open_kayit_id: z.nullable(rowId),
  /** The debt for the car's other records, and their number; 0 without the right to payments. */
  owed_kurus: price,
  owed_count: count,
}))
export type EarlierVisits = z.output<typeof earlierVisits>
