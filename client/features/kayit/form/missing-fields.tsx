import type { Form } from '#client/forms/use-form.ts'
import { useStore } from '#client/lib/store.ts'

import { missingFields } from './missing-names.ts'
import type { InfoName, KayitValues, StoredKayit } from './values.ts'

const NAMES: Partial<Record<InfoName, string>> = { plaka: 'plaka', musteri_adi_soyadi: 'müşteri adı' }

/** Names the fields that a new record still lacks; a press leads to the first of them. */
export default function MissingFields({ form }: { form: Form<KayitValues, StoredKayit> }) {
  const names = useStore(form.store, ({ values }) => missingFields(values).join())
  if (names === '') return null
  const fields = names.split(',') as InfoName[]
  const goToFirst = () => document.querySelector<HTMLElement>(`[name="${fields[0]}"]`)?.focus()
  return (
    <button
      type="button"
      className="min-h-9 px-2 text-sm font-medium text-on-ink-warning max-md:hidden"
      onClick={goToFirst}
    >
      {`Eksik: ${fields.map((name) => NAMES[name]).join(', ')}`}
    </button>
  )
}
