import type { Snapshot } from '#client/forms/form-state.ts'
import type { FieldRules } from '#client/forms/merge.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { RouterInputs } from '#client/lib/api.ts'
import { orDash } from '#client/lib/format.ts'
import { type Delivery, deliveryInput, type Intake } from '#shared/intake/schema.ts'
import type { Terms } from '#shared/intake/warranty.ts'

import { parseStrokes, SIGNED_RULES } from './intake-values.ts'
import { type FormItem, type FormRecord, parseSeen, seenOf } from './seen.ts'

/** Form values; own warranties and strokes as JSON, '' for none. */
export type DeliveryValues = Record<
  'km' | 'signer' | 'parts' | 'warranty_months' | 'warranty_km' | 'item_warranties' | 'signature' | 'seen',
  string
>

/** Rules of the fields, in the order of the form. */
export const DELIVERY_RULES: FieldRules<DeliveryValues> = {
  km: { label: 'Kilometre' },
  parts: { label: 'Değişen parçalar' },
  warranty_months: { label: 'Garanti (ay)' },
  warranty_km: { label: 'Garanti (km)' },
  item_warranties: {
    label: 'Ayrı garantili işler',
    show: (text) => orDash(parseWarranties(text).map(ownText).join('; ')),
  },
  signer: { label: 'Teslim alan' },
  ...SIGNED_RULES,
}

type Start = { record: FormRecord; items: readonly FormItem[] }

/** The own warranty of a work as typed; without months and kilometres it has none. */
export type TypedWarranty = Record<'islem_adi' | 'warranty_months' | 'warranty_km', string>

export const parseWarranties = (text: string): TypedWarranty[] =>
  text === '' ? [] : (JSON.parse(text) as TypedWarranty[])

export const warrantiesText = (rows: readonly TypedWarranty[]): string =>
  rows.length === 0 ? '' : JSON.stringify(rows)

const ownText = ({ islem_adi, warranty_months, warranty_km }: TypedWarranty) =>
  `${islem_adi} (${[warranty_months && `${warranty_months} ay`, warranty_km && `${warranty_km} km`].filter(Boolean).join(', ') || 'yok'})`

export const NO_WARRANTY = { warranty_months: '', warranty_km: '', item_warranties: '' }

/** Returns the form of a record that has no delivery yet; who brought the car usually takes it. */
export const newDelivery = ({
  intake,
  record,
  items,
}: Start & { intake: Intake | null }): Snapshot<DeliveryValues> => ({
  values: {
    km: String(intake?.km ?? record.km_bilgisi ?? ''),
    parts: '',
    ...NO_WARRANTY,
    signer: intake?.signer || String(record.musteri_adi_soyadi ?? ''),
    signature: '',
    seen: seenOf(record, items),
  },
  version: null,
})

const typedTerms = ({ warranty_months, warranty_km }: Terms) => ({
  warranty_months: String(warranty_months ?? ''),
  warranty_km: String(warranty_km ?? ''),
})

export const snapshotOf = (stored: Delivery, { record, items }: Start): Snapshot<DeliveryValues> => ({
  values: {
    km: String(stored.km ?? ''),
    parts: stored.parts,
    ...typedTerms(stored),
    item_warranties: warrantiesText(
      stored.item_warranties.map((one) => ({ islem_adi: one.islem_adi, ...typedTerms(one) })),
    ),
    signer: stored.signer,
    signature: '',
    seen: seenOf(record, items),
  },
  version: stored.version,
})

type Sent = RouterInputs['intake']['deliver']

/** Values of a form; one that waits since an older version has no own warranties, and the stored ones stay. */
type SentValues = Omit<DeliveryValues, 'item_warranties'> & { item_warranties?: string }

/** Returns the input of `intake.deliver`. */
export function deliveryInputOf(
  { signature, seen, item_warranties, ...fields }: SentValues,
  about: Pick<Sent, 'kayit_id' | 'kayit_key' | 'key' | 'version' | 'filled_at'>,
): Sent {
  const strokes = parseStrokes(signature)
  const own = item_warranties === undefined ? {} : { item_warranties: parseWarranties(item_warranties) }
  return { ...fields, ...own, ...about, ...(strokes !== null && { signature: strokes, ...parseSeen(seen) }) }
}

/** Returns all problems that the server would find. */
export function deliveryProblems(values: DeliveryValues): Problem<DeliveryValues>[] {
  const input = deliveryInputOf(values, { kayit_id: 0 }) as unknown as DeliveryValues
  return fieldProblems(deliveryInput, input)
}
