import * as z from 'zod/mini'

import { directionField, idField, pageField, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { KAYIT_PAGE_SIZE, KAYIT_PAGE_SIZES } from '#shared/options.ts'
import { count, day, price, returned, rowId } from '#shared/values.ts'

/** A car or a customer. */
export const linkedIdInput = z.object({ id: idField }, messages.invalidInput)

/** `id` becomes part of `into`. */
export const mergeInput = z.object({ id: idField, into: idField }, messages.invalidInput)

/** `id` becomes one of its own again, with what had been merged into it before. */
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

/** The answer of merging: what `into` belongs to, and what had been merged into `id`, for undoing it. */
export const merged = /* @__PURE__ */ returned(() => ({ id: rowId, parts: z.array(rowId) }))
export type Merged = z.output<typeof merged>

/** The record `kayit_id` gets the car or customer `id`; without one, a new one that is made from the record. */
export const linkInput = z.object({ kayit_id: idField, id: z.optional(idField) }, messages.invalidInput)

/** One page of a list of cars or customers, by default by their last visits. */
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
export const visit = /* @__PURE__ */ returned(() => ({
  kayit_id: rowId,
  day,
  durum: z.string(),
  giris_tarihi: z.nullable(day),
  cikis_tarihi: z.nullable(day),
  km: z.nullable(count),
  /** Since the visit before, where both kilometres are known. */
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

export const visitPage = /* @__PURE__ */ returned(() => ({ visits: z.array(visit), total: count }))
export type VisitPage = z.output<typeof visitPage>

/** What is known of all visits of a car or a customer. */
export const visitFacts = {
  visits: count,
  total_kurus: price,
  first_day: z.nullable(day),
  last_day: z.nullable(day),
  /** The newest record of open work. */
  open_kayit_id: z.nullable(rowId),
  /** By year, the oldest first; sums without cancelled records. */
  years: z.array(z.strictObject({ year: z.int(), visits: count, total_kurus: price })),
}
export type VisitFacts = z.output<z.ZodMiniObject<typeof visitFacts>>

/** The answer of a change of links: what the record had before, for undoing it, and has now. */
const relinked = /* @__PURE__ */ returned(() => ({ before: rowId, after: rowId }))
export type Relinked = z.output<typeof relinked>

/** Records whose cars' earlier visits are asked for. */
export const earlierInput = z.object(
  {
    kayit_ids: z
      .array(idField, messages.invalidInput)
      .check(z.minLength(1, messages.invalidInput), z.maxLength(100, messages.invalidInput)),
  },
  messages.invalidInput,
)

/** What the car's history knew when a record's car came. */
export const earlierVisits = /* @__PURE__ */ returned(() => ({
  kayit_id: rowId,
  vehicle_id: rowId,
  /** How often the car had been here before. */
  visits: count,
  /** The last of them, at most two, the newest first. */
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
  /** Since the last known kilometres before. */
  km_since: z.nullable(z.int()),
  /** Another record of open work of the same car. */
  open_kayit_id: z.nullable(rowId),
}))
export type EarlierVisits = z.output<typeof earlierVisits>
