import { type FormState, startState } from '#client/forms/form-state.ts'
import type { FormFields } from '#client/forms/use-field.ts'
import { createStore } from '#client/lib/store.ts'

interface Sample {
  musteri_adi_soyadi: string
  plaka: string
}

const values: Sample = { musteri_adi_soyadi: '', plaka: '' }

/** A form after a refused attempt, for the error summary; quiet, so that it does not take the focus. */
export const sampleForm: FormFields<Sample> = {
  store: createStore<FormState<Sample>>({
    ...startState({ values, version: null }),
    attempts: 1,
    isQuiet: true,
  }),
  rules: { musteri_adi_soyadi: { label: 'Müşteri Adı Soyadı' }, plaka: { label: 'Plaka' } },
  validate: () => [
    { names: ['musteri_adi_soyadi'], message: 'Müşteri adı zorunludur.' },
    { names: ['plaka'], message: 'Plaka veya Şasi No’dan en az biri girilmelidir.' },
  ],
  isLive: false,
}
