import { useEffect, useId, useRef } from 'react'

import { AreaField, DayField, SelectField } from '#client/forms/fields.tsx'
import { changeField, useField } from '#client/forms/use-field.ts'
import { useStore } from '#client/lib/store.ts'
import { CAPITALS_INPUT, DIGITS_INPUT, NAME_INPUT, PHONE_INPUT } from '#client/lib/input-props.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { EMPTY_DASH, todayInIstanbul } from '#shared/date.ts'
import { DURUM_OPTIONS } from '#shared/options.ts'
import { formatPlate } from '#shared/vehicle.ts'
import { formatPhone } from '#shared/phone.ts'

import { InfoField, type KayitFields } from './info-field.tsx'
import { exitDayFor, exitWarning } from './info-rules.ts'
import { kmNote } from './known-car.ts'
import { KnownCarPanel } from './known-car-panel.tsx'
import { CarField, CustomerField } from './known-fields.tsx'
import { NOTE, OtherFields } from './other-fields.tsx'
import { useKnownCar } from './use-known-car.ts'
import type { InfoName } from './values.ts'

const WIDE = 'max-md:col-span-2'

/** Asks for the record's general information, in the order in which staff ask for it; rarely used fields are folded. */
export function InfoCard({ form, isNew }: { form: KayitFields; isNew: boolean }) {
  const id = useId()
  const plate = useRef<HTMLInputElement>(null)
  // A new record begins at the plate.
  useEffect(() => (isNew ? plate.current?.focus() : undefined), [isNew])
  const card = useRef<HTMLElement>(null)
  // After a prefill the user continues at the plate if the car is still unknown, otherwise at the kilometres.
  const onPrefilled = (next: InfoName) =>
    card.current?.querySelector<HTMLElement>(`[name="${next}"]`)?.focus()
  const known = useKnownCar(form, { isNew, onPrefilled })
  const text = (name: InfoName) => ({ form, name })
  return (
    <Card ref={card} aria-labelledby={id} className="md:p-4">
      <CardHeader className="mb-3">
        <CardTitle id={id}>Müşteri ve araç</CardTitle>
      </CardHeader>
      {/* The dense grid places the customer beside the plate, above the panel on the car. */}
      <div className="grid grid-flow-row-dense grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] items-start gap-3 md:grid-cols-2 lg:grid-cols-4 xl:grid-cols-2">
        <CarField
          {...text('plaka')}
          known={known}
          ref={plate}
          className={WIDE}
          controlClassName="plate-field"
          {...CAPITALS_INPUT}
          tidy={formatPlate}
          onKeyDown={known.onPlateKeyDown}
        />
        <KnownCarPanel {...known} />
        <CustomerField
          {...text('musteri_adi_soyadi')}
          known={known}
          onLeave={known.onNameBlur}
          {...NAME_INPUT}
          className={WIDE}
          required
        />
        <CustomerField {...text('musteri_tel')} known={known} {...PHONE_INPUT} tidy={formatPhone} />
        <InfoField
          {...text('km_bilgisi')}
          {...DIGITS_INPUT}
          warning={(km) => kmNote(km, known.match?.last.km ?? null)}
        />
        <AreaField
          form={form}
          name="musteri_talebi"
          className="col-span-2"
          controlClassName={NOTE}
          remark={<span className="max-md:hidden">Shift+Enter yeni satır açar.</span>}
          enterKeyHint="next"
          data-enter-to="yeni.islem_adi"
        />
        <StatusAndExit form={form} />
      </div>
      <OtherFields form={form} known={known} />
    </Card>
  )
}

/** Shows the status with the exit date, which a chosen status may fill in. */
function StatusAndExit({ form }: { form: KayitFields }) {
  const { store } = form
  const filledInDay = useRef('')
  const { value: current } = useField(form, 'durum')
  const { value: entry } = useField(form, 'giris_tarihi')
  // The stored value stays an option even if it is not in the list (decisions: status).
  const stored = useStore(store, ({ base }) => base.durum)
  const fillInExitDay = (durum: string) => {
    const day = store.get().values.cikis_tarihi
    const today = todayInIstanbul(new Date())
    const next = exitDayFor(durum, { day, filledIn: filledInDay.current, today })
    filledInDay.current = day === '' ? next : ''
    changeField(store, 'cikis_tarihi', () => next)
  }
  const keepTypedDay = () => {
    filledInDay.current = ''
  }
  return (
    <>
      <SelectField form={form} name="durum" className={WIDE} onEdit={fillInExitDay}>
        {[...new Set<string>([...DURUM_OPTIONS, stored, current])].map((durum) => (
          <option key={durum} value={durum}>
            {durum === '' ? EMPTY_DASH : durum}
          </option>
        ))}
      </SelectField>
      <DayField
        form={form}
        name="cikis_tarihi"
        className={WIDE}
        enterKeyHint="next"
        note={(exit) => exitWarning(entry, exit)}
        onEdit={keepTypedDay}
      />
    </>
  )
}
