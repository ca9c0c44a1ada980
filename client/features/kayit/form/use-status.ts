import { useRef } from 'react'

import { changeField, useField } from '#client/forms/use-field.ts'
import { useStore } from '#client/lib/store.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { DURUM_IPTAL, DURUM_OPTIONS } from '#shared/options.ts'

import type { KayitFields } from './info-field.tsx'
import { exitDayFor } from './info-rules.ts'

export interface Status {
  current: string
  /** The statuses to choose from; a stored or chosen one stays among them (decisions: status). */
  options: readonly string[]
  /** Sets the status, and the exit date that follows from it. */
  change: (durum: string) => void
  /** Cancels the record. The work ends today, because a record without an exit date stays open work. */
  cancel: () => void
  /** Fills in the exit date that follows from a status which a field has already set. */
  fillInExitDay: (durum: string) => void
  /** Leaves the exit date alone from now on, because the user typed one. */
  keepTypedDay: () => void
}

/** Returns the status of a record's form, which its head and its fields change alike. */
export function useStatus(form: KayitFields): Status {
  const { store } = form
  const filledInDay = useRef('')
  const { value: current } = useField(form, 'durum')
  const stored = useStore(store, ({ base }) => base.durum)
  const fillInExitDay = (durum: string, isCancelled = false) => {
    const day = store.get().values.cikis_tarihi
    const today = todayInIstanbul(new Date())
    const next = exitDayFor(durum, { day, filledIn: filledInDay.current, today, isCancelled })
    if (next !== day) filledInDay.current = next
    changeField(store, 'cikis_tarihi', () => next)
  }
  const change = (durum: string, isCancelled = false) => {
    changeField(store, 'durum', () => durum)
    fillInExitDay(durum, isCancelled)
  }
  return {
    current,
    options: [...new Set<string>([...DURUM_OPTIONS, stored, current])],
    change: (durum) => change(durum),
    cancel: () => change(DURUM_IPTAL, true),
    fillInExitDay,
    keepTypedDay: () => {
      filledInDay.current = ''
    },
  }
}
