import type { Snapshot } from '#client/forms/form-state.ts'
import type { FieldRules } from '#client/forms/merge.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { RouterInputs } from '#client/lib/api.ts'
import { type Delivery, deliveryInput, type Intake } from '#shared/intake/schema.ts'

import { parseStrokes, SIGNED_RULES } from './intake-values.ts'
import { type FormItem, type FormRecord, parseSeen, seenOf } from './seen.ts'

/** Form values; strokes as JSON, '' for none. */
export type DeliveryValues = Record<
  'km' | 'signer' | 'parts' | 'warranty_months' | 'warranty_km' | 'signature' | 'seen',
  string
>

/** Rules of the fields, in the order of the form. */
export const DELIVERY_RULES: FieldRules<DeliveryValues> = {
  km: { label: 'Kilometre' },
  parts: { label: 'Değişen parçalar' },
  warranty_months: { label: 'Garanti (ay)' },
  warranty_km: { label: 'Garanti (km)' },
  signer: { label: 'Teslim alan' },
  ...SIGNED_RULES,
}

type Start = { record: FormRecord; items: readonly FormItem[] }

export const NO_WARRANTY = { warranty_months: '', warranty_km: '' }

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

export const snapshotOf = (stored: Delivery, { record, items }: Start): Snapshot<DeliveryValues> => ({
  values: {
    km: String(stored.km ?? ''),
    parts: stored.parts,
    warranty_months: String(stored.warranty_months ?? ''),
    warranty_km: String(stored.warranty_km ?? ''),
    signer: stored.signer,
    signature: '',
    seen: seenOf(record, items),
  },
  version: stored.version,
})

type Sent = RouterInputs['intake']['deliver']

/** Returns the input of `intake.deliver`. */
export function deliveryInputOf(
  { signature, seen, ...fields }: DeliveryValues,
  about: Pick<Sent, 'kayit_id' | 'kayit_key' | 'key' | 'version' | 'filled_at'>,
): Sent {
  const strokes = parseStrokes(signature)
  return { ...fields, ...about, ...(strokes !== null && { signature: strokes, ...parseSeen(seen) }) }
}

/** Returns all problems that the server would find. */
export function deliveryProblems(values: DeliveryValues): Problem<DeliveryValues>[] {
  const input = deliveryInputOf(values, { kayit_id: 0 }) as unknown as DeliveryValues
  return fieldProblems(deliveryInput, input)
}
