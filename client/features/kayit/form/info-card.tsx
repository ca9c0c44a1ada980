import { useEffect, useId, useRef, useState } from 'react'

import { lazyPart } from '#client/components/lazy-part.tsx'
import { AreaField, DayField, SelectField } from '#client/forms/fields.tsx'
import { useField, visibleProblems } from '#client/forms/use-field.ts'
import { cn } from '#client/lib/cn.ts'
import { useStore } from '#client/lib/store.ts'
import { CAPITALS_INPUT, DIGITS_INPUT, NAME_INPUT, PHONE_INPUT } from '#client/lib/input-props.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { Button } from '#client/ui/button.tsx'
import { EMPTY_DASH } from '#shared/date.ts'
import { isBlank } from '#shared/text.ts'
import { formatPlate } from '#shared/vehicle.ts'
import { formatPhone } from '#shared/phone.ts'

import { InfoField, type KayitFields } from './info-field.tsx'
import { exitWarning, hasInfoProblem } from './info-rules.ts'
import { InfoSummary } from './info-summary.tsx'
import { kmNote } from './known-car.ts'
import { CarField, CustomerField } from './known-fields.tsx'
import { NOTE, OtherFields } from './other-fields.tsx'
import type { Status } from './use-status.ts'
import { useKnownCar } from './use-known-car.ts'
import type { InfoName } from './values.ts'

const KnownCarPanel = lazyPart(() => import('./known-car-panel.tsx'))
const WIDE = 'max-md:col-span-2'

interface InfoCardProps {
  form: KayitFields
  status: Status
  isNew: boolean
}

/**
 * Asks for the record's general information, in the order in which staff ask for it; rarely used fields are folded. On a
 * stored record two lines stand for all fields, which stay in the page: the first one that gets the focus unfolds them.
 */
export function InfoCard({ form, status, isNew }: InfoCardProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(isNew)
  const isWrong = useStore(form.store, (state) => hasInfoProblem(visibleProblems(state, form)))
  const isFolded = !isOpen && !isWrong
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
    <Card ref={card} aria-labelledby={id} className="relative md:p-4">
      <CardHeader className="mb-3">
        <CardTitle id={id}>Müşteri ve araç</CardTitle>
        {!isNew && (
          <Button
            variant="link"
            className="-my-2 min-h-11 px-2 md:min-h-9"
            aria-expanded={!isFolded}
            onClick={() => setIsOpen(isFolded)}
          >
            {isFolded ? 'Düzenle' : 'Tamam'}
          </Button>
        )}
      </CardHeader>
      {isFolded && <InfoSummary form={form} />}
      <div className={cn(isFolded && 'folded')} onFocus={() => setIsOpen(true)}>
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
          {isNew && <WithoutPlate form={form} />}
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
          <StatusAndExit form={form} status={status} />
        </div>
        <OtherFields form={form} known={known} />
      </div>
    </Card>
  )
}

/** Leads to the chassis number of a car without a plate, while neither is known. */
function WithoutPlate({ form: { store } }: Pick<InfoCardProps, 'form'>) {
  const isNeeded = useStore(store, ({ values }) => isBlank(values.plaka) && isBlank(values.sasi_no))
  if (!isNeeded) return null
  return (
    <Button
      variant="link"
      size="sm"
      className="-my-2 justify-self-start px-0 max-md:col-span-2"
      onClick={({ currentTarget }) => {
        const vin = currentTarget.form?.querySelector<HTMLElement>('[name="sasi_no"]')
        vin?.closest('details')?.setAttribute('open', '')
        vin?.focus()
      }}
    >
      Plakasız araç
    </Button>
  )
}

/** Shows the status with the exit date, which a chosen status may fill in. */
function StatusAndExit({ form, status }: { form: KayitFields; status: Status }) {
  const { value: entry } = useField(form, 'giris_tarihi')
  const isQuote = useStore(form.store, ({ values }) => values.stage === 'quote')
  if (isQuote) return <DayField form={form} name="quote_valid_until" className={WIDE} enterKeyHint="next" />
  return (
    <>
      <SelectField form={form} name="durum" className={WIDE} onEdit={status.fillInExitDay}>
        {status.options.map((durum) => (
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
        onEdit={status.keepTypedDay}
      />
    </>
  )
}
