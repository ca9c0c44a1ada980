import { useState, type SubmitEvent } from 'react'

import { Field } from '#client/components/field.tsx'
import { cn } from '#client/lib/cn.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Day, MONTH_NAMES, monthOf, yearOptions } from '#shared/date.ts'

/** A month (1–12) and a year; `undefined` means all of them. */
export interface Period {
  month: number | undefined
  year: number | undefined
}

interface PeriodFilterProps {
  /** The applied filter, which the selects follow. */
  period: Period
  /** The chosen month and year, of `usePeriodDraft`. */
  draft: ReturnType<typeof usePeriodDraft<Period>>
  today: Day
  onApply: (period: Period) => void
  onClear: () => void
  /** Whether anything else than the period is set, which 'Temizle' removes too. */
  canClear: boolean
}

/** Returns the chosen month and year before they are applied; they are reset when the applied filter changes (Back). */
export function usePeriodDraft<Chosen extends Period>(period: Chosen) {
  const [seen, setSeen] = useState(period)
  const [draft, setDraft] = useState(period)
  if (seen.month !== period.month || seen.year !== period.year) {
    setSeen(period)
    setDraft(period)
  }
  return [draft, setDraft] as const
}

/** Returns whether the chosen period waits for 'Uygula'. */
export const isPendingPeriod = (chosen: Period, applied: Period): boolean =>
  chosen.month !== applied.month || chosen.year !== applied.year

/** Describes the period of a list: 'Ekim 2026', '2026 yılı', 'tüm aylar'. */
export function periodWords({ month, year }: Period): string {
  if (month === undefined) return year === undefined ? 'tüm aylar' : `${year} yılı`
  return [MONTH_NAMES[month - 1], year].join(' ').trim()
}

interface PendingNoteProps {
  /** The period in the fields in words, if it is not applied yet. */
  chosen: string | false
  /** The applied period in words. */
  shown: string
}

/**
 * Tells the user, also a screen reader's, that a chosen period waits for 'Uygula'. It exists before its words, to be
 * announced.
 */
export function PendingNote({ chosen, shown }: PendingNoteProps) {
  return (
    <output data-print="hide" className={PENDING}>
      {chosen !== false && `${chosen} seçildi, henüz uygulanmadı. Gösterilen: ${shown}.`}
    </output>
  )
}

const PENDING =
  'col-span-full text-sm font-medium text-warning-ink max-md:empty:-mt-2 md:w-0 md:not-empty:min-w-full'

interface ApplyButtonProps {
  isPending: boolean
  /** The period that a press applies, in words; '' without one. */
  chosen: string
  className?: string
}

/**
 * 'Uygula', coloured while a choice waits for it. A phone's wide button then adds the choice: 'Uygula, Ekim 2026', as
 * generated content, which is read aloud, because the button's name must stay.
 */
export function ApplyButton({ isPending, chosen, className }: ApplyButtonProps) {
  return (
    <Button
      type="submit"
      variant={isPending ? 'default' : 'outline'}
      className={cn('max-md:whitespace-normal', className)}
    >
      <span
        data-chosen={isPending && chosen !== '' ? `, ${chosen}` : undefined}
        className="max-md:after:content-[attr(data-chosen)]"
      >
        Uygula
      </span>
    </Button>
  )
}

/**
 * The layout of the fields, side by side; on a phone the buttons below share the same width, most of it for 'Uygula'.
 */
const PERIOD_FORM =
  'grid grid-cols-6 items-end gap-2 max-md:[&>[data-slot=field]]:col-span-3 max-md:[&>button]:col-span-2 max-md:[&>[type=submit]]:col-span-4 md:flex md:flex-wrap'

/** Month and year of a list, applied by 'Uygula' (specification §2). */
export function PeriodFilter({ period, draft, today, onApply, onClear, canClear }: PeriodFilterProps) {
  const [{ month, year }, setDraft] = draft
  // A month without a year means the current year.
  const whole = { month, year: month === undefined ? year : (year ?? monthOf(today).year) }

  const apply = (event: SubmitEvent) => {
    event.preventDefault()
    setDraft(whole)
    onApply(whole)
  }
  const clear = () => {
    setDraft({ month: undefined, year: undefined })
    onClear()
  }
  const isPending = isPendingPeriod({ month, year }, period)
  const chosen = periodWords(whole)
  const isSet = canClear || [month, year, period.month, period.year].some((one) => one !== undefined)

  return (
    <form className={cn(PERIOD_FORM, 'md:justify-end')} onSubmit={apply}>
      <MonthSelect
        value={month}
        isPending={month !== period.month}
        all="Tüm aylar"
        onChange={(next) => setDraft({ month: next || undefined, year })}
      />
      <YearSelect
        value={year}
        isPending={year !== period.year}
        years={yearOptions(today, year)}
        all="Tüm yıllar"
        onChange={(next) => setDraft({ month, year: next || undefined })}
      />
      <ApplyButton isPending={isPending} chosen={chosen} className={isSet ? '' : 'max-md:col-span-full!'} />
      {/* Without a filter it is not drawn, but keeps the focus and, on wide screens, its place. */}
      <Button
        variant="ghost"
        aria-disabled={!isSet || undefined}
        className="max-md:border max-md:border-input aria-disabled:not-focus-visible:opacity-0 max-md:aria-disabled:hidden"
        onClick={() => isSet && clear()}
      >
        Temizle
      </Button>
      <PendingNote chosen={isPending && chosen} shown={periodWords(period)} />
    </form>
  )
}

interface PeriodSelectProps {
  value: number | undefined
  /** Whether the value is not applied yet. */
  isPending: boolean
  /** The label of the empty option, if there is one; it selects 0. */
  all?: string
  onChange: (value: number) => void
}

export function MonthSelect(props: PeriodSelectProps) {
  return <NumberSelect {...props} label="Ay" options={MONTH_NAMES.map((name, index) => [index + 1, name])} />
}

export function YearSelect({ years, ...props }: PeriodSelectProps & { years: readonly number[] }) {
  return <NumberSelect {...props} label="Yıl" options={years.map((year) => [year, year])} />
}

interface NumberSelectProps extends PeriodSelectProps {
  label: string
  options: readonly [value: number, name: string | number][]
}

function NumberSelect({ label, options, value, isPending, all, onChange }: NumberSelectProps) {
  return (
    <Field label={label} className="md:w-36">
      {(control) => (
        <Select
          {...control}
          data-pending={isPending || undefined}
          value={value ?? ''}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          {all !== undefined && <option value="">{all}</option>}
          {options.map(([number, name]) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
