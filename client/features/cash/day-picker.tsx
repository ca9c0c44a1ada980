import type { TillDay } from '#shared/till/schema.ts'

import { longDay } from './day-words.ts'
import { StepNav } from './step-nav.tsx'

/** Names the shown day and leads to the day-ends before and after it. */
export function DayPicker({ day }: { day: TillDay }) {
  const { number, last_number } = day
  const isOpen = number === null || number > last_number
  return (
    <StepNav
      label="Gün sonları"
      unit="gün sonu"
      previous={number === null || number === 1 ? undefined : dayStep(number - 1)}
      next={isOpen ? undefined : number === last_number ? { to: '/cash', search: {} } : dayStep(number + 1)}
    >
      <span className="inline-block">{longDay(day.day)}</span>{' '}
      {!isOpen && <span className="inline-block font-normal text-muted-foreground">{`No ${number}`}</span>}
    </StepNav>
  )
}

const dayStep = (no: number) => ({ to: '/cash', search: { no } }) as const
