import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'

import { AreaField, DayField, SelectField, TextField } from '#client/forms/fields.tsx'
import { changeField, type FormFields, useField } from '#client/forms/use-field.ts'
import { useStore } from '#client/lib/store.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { EMPTY_DASH, todayInIstanbul } from '#shared/date.ts'
import { DURUM_OPTIONS } from '#shared/options.ts'
import { upperVehicle } from '#shared/turkish.ts'
import { formatPlate } from '#shared/vehicle.ts'

import { exitDayFor, exitWarning, warningOf } from './info-rules.ts'
import type { InfoName, KayitValues } from './values.ts'

type KayitFields = FormFields<KayitValues>

const WIDE = 'max-md:col-span-2'

/** The record's general information, in the order in which it is asked (plate, customer, phone first). */
export function InfoCard({ form, isNew }: { form: KayitFields; isNew: boolean }) {
  const id = useId()
  const plate = useRef<HTMLInputElement>(null)
  // A new record begins at the plate.
  useEffect(() => (isNew ? plate.current?.focus() : undefined), [isNew])
  const text = (name: InfoName) => ({ form, name })
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Genel bilgiler</CardTitle>
      </CardHeader>
      <div className="grid grid-cols-2 items-start gap-4 lg:grid-cols-4 xl:grid-cols-2 xl:gap-3">
        <InfoField
          {...text('plaka')}
          ref={plate}
          className={WIDE}
          controlClassName="plate-field"
          tidy={formatPlate}
        />
        <InfoField
          {...text('musteri_adi_soyadi')}
          className={`${WIDE} lg:col-span-2 xl:col-span-1`}
          required
        />
        <InfoField {...text('musteri_tel')} className={WIDE} inputMode="tel" data-enter-to="yeni.islem_adi" />
        <InfoField
          {...text('sasi_no')}
          tidy={upperVehicle}
          className={`${WIDE} lg:col-span-2 xl:col-span-1`}
          controlClassName="chassis"
        />
        <InfoField {...text('arac_marka')} />
        <InfoField {...text('arac_model')} />
        <InfoField {...text('model_yili')} inputMode="numeric" />
        <InfoField {...text('km_bilgisi')} inputMode="numeric" />
        <InfoField {...text('motor_no')} className={WIDE} controlClassName="chassis" />
        <InfoField {...text('tc_vergino')} className={WIDE} inputMode="numeric" />
        <StatusAndDays form={form} />
        <DayField form={form} name="kayit_tarihi" className={WIDE} enterKeyHint="next" />
        <AreaField form={form} name="musteri_talebi" className="col-span-2" />
        <AreaField form={form} name="aciklama" className="col-span-2" />
      </div>
    </Card>
  )
}

interface InfoFieldProps extends Omit<ComponentProps<'input'>, 'form' | 'className' | 'required'> {
  form: KayitFields
  name: InfoName
  className?: string
  controlClassName?: string
  required?: boolean
  /** Formats a value on blur. */
  tidy?: (value: string) => string
}

/** A text field with a warning about unusual values, shown on blur and never blocking. */
function InfoField({ form, name, tidy = (text) => text, ...props }: InfoFieldProps) {
  const { store } = form
  const [isTyping, setIsTyping] = useState(false)
  const leave = () => {
    setIsTyping(false)
    const { base, values } = store.get()
    const tidied = tidy(values[name])
    // Only typed values are formatted: an untouched one stays as stored.
    if (values[name] !== base[name] && tidied !== values[name]) changeField(store, name, () => tidied)
  }
  return (
    <TextField<KayitValues>
      {...props}
      form={form}
      name={name}
      note={(value) => (isTyping ? '' : warningOf(name, value))}
      enterKeyHint="next"
      onFocus={() => setIsTyping(true)}
      onBlur={leave}
    />
  )
}

/** The status with the entry and exit dates: a chosen status may fill in the exit date. */
function StatusAndDays({ form }: { form: KayitFields }) {
  const { store } = form
  const filled = useRef('')
  const { value: current } = useField(form, 'durum')
  const { value: entry } = useField(form, 'giris_tarihi')
  // The stored value stays an option, whatever it is (decisions: status).
  const stored = useStore(store, ({ base }) => base.durum)
  const follow = (durum: string) => {
    const day = store.get().values.cikis_tarihi
    const today = todayInIstanbul(new Date())
    const next = exitDayFor(durum, { day, filled: filled.current, today })
    filled.current = day === '' ? next : ''
    changeField(store, 'cikis_tarihi', () => next)
  }
  const keep = () => {
    filled.current = ''
  }
  return (
    <>
      <SelectField form={form} name="durum" className={WIDE} onEdit={follow}>
        {[...new Set<string>([...DURUM_OPTIONS, stored, current])].map((durum) => (
          <option key={durum} value={durum}>
            {durum === '' ? EMPTY_DASH : durum}
          </option>
        ))}
      </SelectField>
      <DayField form={form} name="giris_tarihi" className={WIDE} enterKeyHint="next" />
      <DayField
        form={form}
        name="cikis_tarihi"
        className={WIDE}
        enterKeyHint="next"
        note={(exit) => exitWarning(entry, exit)}
        onEdit={keep}
      />
    </>
  )
}
