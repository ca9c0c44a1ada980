import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '#client/ui/button.tsx'
import type { TillDay } from '#shared/till/schema.ts'

import { longDay } from './day-words.ts'

/** Names the shown day and leads to the day-ends before and after it. */
export function DayPicker({ day }: { day: TillDay }) {
  const { number, last_number } = day
  const isFirst = number === null || number === 1
  const isOpen = number === null || number > last_number
  return (
    <nav
      aria-label="Gün sonları"
      className="flex items-center gap-2 max-md:order-2 max-md:w-full max-md:justify-between"
    >
      <Step isOff={isFirst} to={(number ?? 1) - 1} label="Önceki gün sonu">
        <ChevronLeft aria-hidden />
      </Step>
      <p className="min-w-0 px-2 text-center font-semibold">
        <span className="inline-block">{longDay(day.day)}</span>{' '}
        {!isOpen && <span className="inline-block font-normal text-muted-foreground">{`No ${number}`}</span>}
      </p>
      <Step
        isOff={isOpen}
        to={number === last_number ? undefined : (number ?? 0) + 1}
        label="Sonraki gün sonu"
      >
        <ChevronRight aria-hidden />
      </Step>
    </nav>
  )
}

interface StepProps {
  isOff: boolean
  /** The number of a day-end; `undefined` for the open day. */
  to: number | undefined
  label: string
  children: ReactNode
}

function Step({ isOff, to, label, children }: StepProps) {
  if (isOff)
    return (
      <Button variant="outline" size="icon" aria-label={label} disabled>
        {children}
      </Button>
    )
  return (
    <Button variant="outline" size="icon" asChild>
      <Link to="/cash" search={to === undefined ? {} : { no: to }} aria-label={label} data-print="hide">
        {children}
      </Link>
    </Button>
  )
}
