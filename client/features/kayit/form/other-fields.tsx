import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import { AreaField, DayField } from '#client/forms/fields.tsx'
import { visibleProblems } from '#client/forms/use-field.ts'
import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { useStore } from '#client/lib/store.ts'
import { CAPITALS_INPUT, DIGITS_INPUT, NAME_INPUT } from '#client/lib/input-props.ts'
import { BASE_PATH } from '#shared/base.ts'
import { upperVehicle } from '#shared/turkish.ts'

import { InfoField, type KayitFields } from './info-field.tsx'
import { hasFoldedProblem, foldedSummary } from './info-rules.ts'
import { CarField } from './known-fields.tsx'
import type { KnownCar } from './use-known-car.ts'
import type { InfoName } from './values.ts'

const COOKIE = 'kayit_diger'
const DAYS = 365
/** Width from which on the items stand beside the fields, so that open ones push nothing out of sight. */
const TWO_COLUMNS = '(width >= 80rem)'

/**
 * Folds the rarely used fields below one line that names their contents. Two columns show them open until the user of
 * this device decides; a problem in one of them opens them. The browser's own element lets find-in-page open them too.
 */
export function OtherFields({ form, known }: { form: KayitFields; known: KnownCar }) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const isWrong = useStore(form.store, (state) => hasFoldedProblem(visibleProblems(state, form)))
  const [wasWrong, setWasWrong] = useState(false)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    if (isWrong) setIsOpen(true)
  }
  const isVisit = useStore(form.store, ({ base }) => base.stage === '')
  const summary = useStore(form.store, ({ values }) => foldedSummary(values))
  const text = (name: InfoName) => ({ form, name })
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group -mx-4 mt-3 -mb-4 border-t border-border"
    >
      <summary
        className="flex min-h-11 items-center gap-2 px-4 font-semibold outline-offset-[-2px] [&::-webkit-details-marker]:hidden"
        onClick={() => writeCookie(COOKIE, isOpen ? '0' : '1', { days: DAYS, path: BASE_PATH })}
      >
        <span className="shrink-0">Diğer bilgiler</span>
        <span className="min-w-0 grow truncate text-sm font-normal text-muted-foreground group-open:invisible">
          {summary}
        </span>
        <ChevronDown aria-hidden className="group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-2 items-start gap-3 px-4 pt-1 pb-4 lg:grid-cols-4 xl:grid-cols-6">
        <InfoField {...text('arac_marka')} {...NAME_INPUT} className={HALF} />
        <InfoField {...text('arac_model')} {...NAME_INPUT} className={HALF} />
        <InfoField {...text('model_yili')} {...DIGITS_INPUT} className="max-md:col-span-2 xl:col-span-2" />
        <CarField
          {...text('sasi_no')}
          known={known}
          tidy={upperVehicle}
          className="max-md:col-span-2 xl:col-span-4"
          controlClassName="chassis"
          {...CAPITALS_INPUT}
        />
        <InfoField {...text('motor_no')} {...CAPITALS_INPUT} className={WIDE} controlClassName="chassis" />
        <InfoField {...text('tc_vergino')} {...DIGITS_INPUT} className={WIDE} />
        {isVisit && <DayField form={form} name="giris_tarihi" className={WIDE} enterKeyHint="next" />}
        <DayField form={form} name="kayit_tarihi" className={WIDE} enterKeyHint="next" />
        <AreaField
          form={form}
          name="aciklama"
          className="col-span-2 xl:col-span-6"
          controlClassName={NOTE}
          remark="Müşteriye verilen belgede yazar."
        />
        <AreaField
          form={form}
          name="private_note"
          className="col-span-2 xl:col-span-6"
          controlClassName={NOTE}
          remark="Yalnızca panelde görünür, belgelere yazılmaz."
        />
      </div>
    </details>
  )
}

const HALF = 'xl:col-span-3'
const WIDE = `max-md:col-span-2 ${HALF}`

/** Height of one line, which grows with its text. */
export const NOTE = 'min-h-11 md:min-h-10'

function startsOpen(): boolean {
  const choice = readCookie(COOKIE)
  return choice === undefined ? window.matchMedia(TWO_COLUMNS).matches : choice === '1'
}
