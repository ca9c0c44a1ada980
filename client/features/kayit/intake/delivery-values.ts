import type { Snapshot } from '#client/forms/form-state.ts'
import type { FieldRules } from '#client/forms/merge.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { RouterInputs } from '#client/lib/api.ts'
import { type Delivery, deliveryInput, type Intake } from '#shared/intake/schema.ts'
import type { Kayit } from '#shared/kayit/schema.ts'

import { parseStrokes } from './intake-values.ts'

/** Form values; strokes as JSON, '' for none. */
export type DeliveryValues = Record<
  'km' | 'signer' | 'parts' | 'warranty_months' | 'warranty_km' | 'signature',
  string
>

/** Rules of the fields, in the order of the form. */
export const DELIVERY_RULES: FieldRules<DeliveryValues> = {
  km: { label: 'Kilometre' },
  parts: { label: 'Değişen parçalar' },
  warranty_months: { label: 'Garanti (ay)' },
  warranty_km: { label: 'Garanti (km)' },
  signer: { label: 'Teslim alan' },
  signature: { label: 'İmza', show: (signature) => (signature === '' ? 'Yok' : 'Atıldı') },
}

type Start = { intake: Intake | null; record: Pick<Kayit, 'km_bilgisi' | 'musteri_adi_soyadi'> }

export const NO_WARRANTY = { warranty_months: '', warranty_km: '' }

/** Returns the form of a record that has no delivery yet; who brought the car usually takes it. */
export const newDelivery = ({ intake, record }: Start): Snapshot<DeliveryValues> => ({
  values: {
    km: String(intake?.km ?? record.km_bilgisi ?? ''),
    parts: '',
    ...NO_WARRANTY,
    signer: intake?.signer || record.musteri_adi_soyadi,
    signature: '',
  },
  version: null,
})

export const snapshotOf = (stored: Delivery): Snapshot<DeliveryValues> => ({
  values: {
    km: String(stored.km ?? ''),
    parts: stored.parts,
    warranty_months: String(stored.warranty_months ?? ''),
    warranty_km: String(stored.warranty_km ?? ''),
    signer: stored.signer,
    signature: '',
  },
  version: stored.version,
})

type Sent = RouterInputs['intake']['deliver']

/** Returns the input of `intake.deliver`. */
export function deliveryInputOf(
  { signature, ...fields }: DeliveryValues,
  about: Pick<Sent, 'kayit_id' | 'version'>,
): Sent {
  const strokes = parseStrokes(signature)
  return { ...fields, ...about, ...(strokes !== null && { signature: strokes }) }
}

/** Returns all problems that the server would find. */
export function deliveryProblems(values: DeliveryValues): Problem<DeliveryValues>[] {
  const input = deliveryInputOf(values, { kayit_id: 0 }) as unknown as DeliveryValues
  return fieldProblems(deliveryInput, input)
}
