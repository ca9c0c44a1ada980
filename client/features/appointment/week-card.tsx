import { Check } from 'lucide-react'
import type { CSSProperties } from 'react'

import { cn } from '#client/lib/cn.ts'
import type { ListedAppointment } from '#shared/appointment/schema.ts'
import { STATE_WORDS } from '#shared/appointment/states.ts'
import { clockOf } from '#shared/clock.ts'

import type { Place, useMove } from './use-move.ts'
import { longDay, titleOf } from './words.ts'

export const LOOKS: Readonly<Record<ListedAppointment['state'], string>> = {
  awaited: 'border-primary bg-primary-soft text-primary-ink',
  came: 'border-success bg-secondary-soft text-secondary-ink',
  missed: 'border border-dashed border-input bg-card text-muted-foreground line-through',
  cancelled: 'border border-dashed border-input bg-card text-muted-foreground line-through',
}

interface WeekCardProps {
  one: ListedAppointment
  /** The shown place, which is another than the stored one while the card moves. */
  place: Place
  isSelected: boolean
  isMoving: boolean
  /** Whether it stands beside another one. */
  isNarrow: boolean
  style: CSSProperties
  move: ReturnType<typeof useMove>
  onSelect: (isOn: boolean) => void
}

/** An appointment in the week: a press selects it, a drag or the arrows of a selected one move it. */
export function WeekCard({
  one,
  place,
  isSelected,
  isMoving,
  isNarrow,
  style,
  move,
  onSelect,
}: WeekCardProps) {
  const title = titleOf(one)
  return (
    <button
      type="button"
      data-id={one.kayit_id}
      aria-pressed={isSelected}
      className={cn(
        // Lines that do not fit wrap into a hidden second column.
        'absolute z-10 flex flex-col flex-wrap content-start gap-x-4 overflow-hidden rounded-md border-l-4 px-2 py-0.5 text-left text-xs leading-4.5 select-none',
        isNarrow ? 'border-l-3 px-1 tracking-tight 2xl:text-sm' : 'xl:text-sm xl:leading-5',
        LOOKS[one.state],
        isSelected && 'z-20 outline-2 outline-offset-0 outline-ring',
        isMoving && 'z-30 cursor-grabbing opacity-90 shadow-lg',
      )}
      style={style}
      {...move.pointer(one)}
      onClick={() => onSelect(!isSelected)}
      onBlur={move.leave}
      onKeyDown={(event) => {
        if (isSelected && move.pressKey(one, event)) return
        if (event.key === 'Escape' && isSelected) onSelect(false)
      }}
    >
      <span className={cn('w-full', !(isNarrow && one.minutes > 45) && 'truncate')}>
        <span className="sr-only">{`${longDay(place.day)} `}</span>
        {one.state === 'came' && <Check aria-hidden className="mr-1 inline size-4 text-success-ink" />}
        <span className={isNarrow ? 'sr-only' : ''}>{`${clockOf(place.start)} `}</span>
        <strong className="font-semibold">{title}</strong>
      </span>{' '}
      {one.customer !== title && <span className="w-full truncate">{one.customer}</span>}{' '}
      {one.work !== title && <span className="w-full truncate">{one.work}</span>}
      <span className="sr-only">
        {` ${one.minutes} dakika ${one.state === 'awaited' ? '' : STATE_WORDS[one.state]}`}
      </span>
    </button>
  )
}
