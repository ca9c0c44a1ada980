import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

import { isDirty } from '#client/forms/form-state.ts'
import type { FormFields } from '#client/forms/use-field.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { formatDay, todayInIstanbul } from '#shared/date.ts'

import PrintSheet, { type SheetContent } from './print-sheet.tsx'
import { type KayitValues, addTypedLine } from './values.ts'

export interface KayitPrintProps {
  /** Id of the record, 0 for a new one. */
  id: number
  form: FormFields<KayitValues>
  /** True if the price in the add area includes VAT. */
  kdvDahil: boolean
  /** True if the user sees prices. */
  hasPrices: boolean
}

/**
 * Prints the record from the current form values, saved or not. It stays mounted until the next print, because some
 * browsers fire `afterprint` before they have rendered it. It is loaded after the screen, which no print precedes.
 */
export default function KayitPrint({ id, form, kdvDahil, hasPrices }: KayitPrintProps) {
  const [content, setContent] = useState<SheetContent>()
  useBeforePrint(() => {
    const state = form.store.get()
    const { islemler, stage, quote_valid_until, ...info } = addTypedLine(state.values, {
      kdvDahil,
      isUnpriced: !hasPrices,
    })
    setContent({
      info,
      stage,
      until: quote_valid_until,
      rows: islemler,
      isSaved: id !== 0 && !isDirty(form.rules, state),
      day: formatDay(todayInIstanbul(new Date())),
    })
  })
  const company = useSessionUser()
  const logo = company.logo_url
  useEffect(() => {
    // The logo is preloaded, because a print does not wait for a picture.
    if (logo !== '') new Image().src = logo
  }, [logo])
  return <PrintSheet id={id} content={content} company={company} hasPrices={hasPrices} />
}

/** Calls `prepare` before the browser lays out the page for paper, and flushes its state changes. */
function useBeforePrint(prepare: () => void): void {
  const prepareNow = useEffectEvent(prepare)
  useEffect(() => {
    const before = () => flushSync(prepareNow)
    window.addEventListener('beforeprint', before)
    return () => window.removeEventListener('beforeprint', before)
  }, [])
}
