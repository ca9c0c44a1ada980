import { useRef } from 'react'
import { useWatch } from 'react-hook-form'

import { type Day, todayInIstanbul } from '#shared/date.ts'
import { DURUM_TAMAM } from '#shared/options.ts'

import { DayField, type DayFieldProps } from './field.tsx'
import type { KayitModel } from './model.ts'
import { exitWarning } from './warnings.ts'

interface ExitDay {
  /** As the field holds it. */
  day: string
  /** The date that the form filled in and nobody has touched since; '' for none. */
  filled: string
  today: Day
}

/**
 * The exit date that goes with a chosen status (decisions: status): a finished job was finished today unless
 * somebody has said otherwise, and one that is not finished after all loses the date that the form filled in.
 */
export function exitDayFor(durum: string, { day, filled, today }: ExitDay): string {
  if (durum === DURUM_TAMAM) return day === '' ? today : day
  return filled !== '' && day === filled ? '' : day
}

/** `follow` a chosen status with the exit date; `keep` the date that somebody has typed. */
export function useExitDay(form: KayitModel['form']) {
  const filled = useRef('')
  return {
    follow: (durum: string) => {
      const day = form.getValues('cikis_tarihi')
      const today = todayInIstanbul(new Date())
      const next = exitDayFor(durum, { day, filled: filled.current, today })
      filled.current = day === '' ? next : ''
      if (next !== day) form.setValue('cikis_tarihi', next, { shouldDirty: true })
    },
    keep: () => {
      filled.current = ''
    },
  }
}

/** The exit date; one before the entry date is remarked on, and stays. */
export function ExitDayField(props: Omit<DayFieldProps, 'name' | 'note'>) {
  const { control } = props.form
  const [giris_tarihi, cikis_tarihi] = useWatch({ control, name: ['giris_tarihi', 'cikis_tarihi'] })
  return <DayField {...props} name="cikis_tarihi" note={exitWarning({ giris_tarihi, cikis_tarihi })} />
}
