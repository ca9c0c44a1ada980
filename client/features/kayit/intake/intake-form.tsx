import { useEffect, useEffectEvent, useState } from 'react'

import { MoneyInput } from '#client/components/money-input.tsx'
import { AreaField, DayField, FormField, SelectField, TextField } from '#client/forms/fields.tsx'
import { DialogFormButtons, FormFrame } from '#client/forms/form.tsx'
import { changeField, type FormFields, useField } from '#client/forms/use-field.ts'
import { type KeyAndVersion, useForm } from '#client/forms/use-form.ts'
import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { DIGITS_INPUT } from '#client/lib/input-props.ts'
import { useRight } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { addDays, todayInIstanbul } from '#shared/date.ts'
import { CAR_KIND_WORDS, CAR_KINDS, MAX_BELONGINGS } from '#shared/intake/rules.ts'
import type { Intake } from '#shared/intake/schema.ts'

import { CarMap } from './car-map.tsx'
import { formAddress } from './form-address.ts'
import { FuelSlider } from './fuel-slider.tsx'
import type { LoadedHandover } from './handover-dialog.tsx'
import {
  INTAKE_RULES,
  intakeInputOf,
  intakeProblems,
  type IntakeValues,
  limitOf,
  newIntake,
  snapshotOf,
} from './intake-values.ts'
import { QuickValues, QuickWords } from './quick-values.tsx'
import { Signing } from './signing.tsx'
import { seenOf } from './seen.ts'
import { Terms } from './terms.tsx'
import { ignoreEnter, useWaitingForm, waitsForRecord } from './use-waiting-form.ts'

const FAILED = 'Araç kabul kaydedilemedi.'
const BELONGINGS = ['Ruhsat', 'Yedek lastik', 'Kriko', 'Çocuk koltuğu']
const TIMES = ['12:00', '17:00', '19:00'].map((value) => ({ value, label: value }))
const LIMITS = [
  { value: '', label: 'Önce sorulsun' },
  { value: '1.000,00', label: '₺1.000' },
  { value: '2.500,00', label: '₺2.500' },
]

interface IntakeFormProps extends LoadedHandover {
  /** The stored record, 0 for one that waits for the connection. */
  id: number
  onStored: () => void
  onClose: () => void
}

/** Edits the intake; this device stores the draft until the save. */
export function IntakeForm({ handover, record, draftName, id, onStored, onClose }: IntakeFormProps) {
  const hasPrices = useRight('prices')
  const start = { handover, record }
  const form = useForm<IntakeValues, Intake>({
    rules: INTAKE_RULES,
    stored: handover.intake === null ? newIntake(start) : snapshotOf(handover.intake, start),
    validate: intakeProblems,
    draft: { name: draftName, mode: 'restore', defaults: { seen: '' } },
    canQueue: true,
    ...useSaveIntake(id, hasPrices),
    snapshotOf: (intake) => snapshotOf(intake, start),
    reload: async () => {
      const { intake } = await api.intake.get.fetch({ kayit_id: id }, { staleTime: 0 })
      if (intake === null) throw new Error('the intake is gone')
      return intake
    },
    onStored: (_, { isDirty }) => {
      onStored()
      if (!isDirty) onClose()
    },
  })
  const buttons = useWaitingForm(form, { draftName, title: 'Araç kabul', onClose })
  useTerms(form, handover.intake?.signed_at == null ? handover.terms : handover.intake.terms)
  const [today] = useState(() => todayInIstanbul(new Date()))
  const days = [
    { value: today, label: 'Bugün' },
    { value: addDays(today, 1), label: 'Yarın' },
  ]
  return (
    <FormFrame form={form} onKeyDown={ignoreEnter}>
      <div className="grid items-start gap-x-8 gap-y-5 md:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <div className="grid grid-cols-2 items-start gap-4">
            <TextField form={form} name="km" controlClassName="text-lg font-semibold" {...DIGITS_INPUT} />
            <SelectField form={form} name="car_kind">
              {CAR_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {CAR_KIND_WORDS[kind]}
                </option>
              ))}
            </SelectField>
          </div>
          <Fuel form={form} />
          <CarMap form={form} />
        </div>
        <div className="grid min-w-0 gap-5">
          <div className="grid gap-2">
            <AreaField form={form} name="belongings" rows={2} maxLength={MAX_BELONGINGS} />
            <QuickWords form={form} name="belongings" label="Sık bırakılan eşya" words={BELONGINGS} />
          </div>
          <div className="grid gap-2">
            <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-3">
              <DayField form={form} name="promised_day" />
              <TextField form={form} name="promised_minute" placeholder="17:00" maxLength={5} />
            </div>
            <div className="flex flex-wrap gap-2">
              <QuickValues form={form} name="promised_day" label="Söz verilen günler" choices={days} />
              <QuickValues form={form} name="promised_minute" label="Saatler" choices={TIMES} />
            </div>
          </div>
          {hasPrices && (
            <div className="grid gap-2">
              <FormField form={form} name="limit_kurus" hint="Boşsa her iş için önce müşteriye sorulur.">
                {({ value, ...control }, setValue) => (
                  <MoneyInput
                    {...control}
                    placeholder="0,00"
                    value={limitOf(value)}
                    onAmountChange={(_amount, text) => setValue(text)}
                  />
                )}
              </FormField>
              <QuickValues form={form} name="limit_kurus" label="Sık kullanılan tutarlar" choices={LIMITS} />
            </div>
          )}
          <Terms form={form} />
          <Signing
            form={form}
            stored={handover.intake?.signature ?? null}
            seen={seenOf(record)}
            hint="Aracı getiren ve imzalayan kişi."
          />
        </div>
      </div>
      <DialogFormButtons form={buttons} onClose={onClose} />
    </FormFrame>
  )
}

/** Empties the signature of a restored draft whose signer has read other terms than the form shows now. */
function useTerms({ store }: FormFields<IntakeValues>, terms: string) {
  const replace = useEffectEvent(() => {
    const { values } = store.get()
    if (values.terms === terms) return
    changeField(store, 'terms', () => terms)
    if (values.signature === '') return
    changeField(store, 'signature', () => '')
    toast.info('Kabul şartları değişti. Müşteri yeni şartları okuyup yeniden imzalasın.')
  })
  useEffect(() => replace(), [])
}

function Fuel({ form }: { form: Parameters<typeof CarMap>[0]['form'] }) {
  const { value, setValue } = useField(form, 'fuel')
  return (
    <FuelSlider value={value === '' ? null : Number(value)} onChange={(fuel) => setValue(String(fuel))} />
  )
}

/** Returns the settings of the form that store the intake, tell the user and refresh what shows it. */
function useSaveIntake(id: number, hasPrices: boolean) {
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.intake.save.useMutation()
  return {
    save: async (values: IntakeValues, keyAndVersion: KeyAndVersion) => {
      if (id === 0) throw waitsForRecord()
      const stored = await mutateAsync(intakeInputOf(values, { kayit_id: id, hasPrices, ...keyAndVersion }))
      void utils.intake.invalidate()
      void utils.change.invalidate()
      const link = { label: 'Formu yazdır', href: formAddress('intake', id) }
      toast.success('Araç kabul kaydedildi.', hasPrices ? link : undefined)
      return stored
    },
    failureMessage: (error: unknown) => errorMessage(error, FAILED),
  }
}
