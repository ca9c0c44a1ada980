import { type KeyboardEvent, type PointerEvent, useId } from 'react'

import { cn } from '#client/lib/cn.ts'
import { MAX_FUEL } from '#shared/intake/rules.ts'

interface FuelSliderProps {
  /** Eighths of the tank, `null` while unknown. */
  value: number | null
  onChange: (value: number) => void
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 2,
  PageDown: -2,
}

/** The tank in eight segments: a press, a drag or the arrow keys set it. A press on the only full one empties it. */
export function FuelSlider({ value, onChange }: FuelSliderProps) {
  const id = useId()
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const ends: Record<string, number> = { Home: 0, End: MAX_FUEL }
    const next = ends[event.key] ?? (step === undefined ? undefined : (value ?? 0) + step)
    if (next === undefined) return
    event.preventDefault()
    onChange(Math.min(MAX_FUEL, Math.max(0, next)))
  }
  const segmentAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(MAX_FUEL, Math.max(1, Math.ceil(((event.clientX - left) / width) * MAX_FUEL)))
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const segment = segmentAt(event)
    onChange(segment === 1 && value === 1 ? 0 : segment)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const segment = segmentAt(event)
    if (segment !== value && !(segment === 1 && value === 0)) onChange(segment)
  }
  const text = value === null ? 'girilmedi' : `${value}/${MAX_FUEL}`
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium">
        <span id={id}>Yakıt</span> <span className="font-semibold tabular-nums">{text}</span>
      </p>
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native one has no segments to press */}
      <div
        role="slider"
        tabIndex={0}
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={MAX_FUEL}
        aria-valuenow={value ?? 0}
        aria-valuetext={value === null ? 'Girilmedi' : `8’de ${value}`}
        className="grid h-12 cursor-pointer touch-pan-y grid-cols-8 gap-1 rounded-md outline-offset-2 outline-ring select-none focus-visible:outline-3"
        onKeyDown={press}
        onPointerDown={begin}
        onPointerMove={drag}
      >
        {Array.from({ length: MAX_FUEL }, (_, index) => (
          <span
            key={index}
            className={cn(
              'border border-input first:rounded-l-md last:rounded-r-md',
              value !== null && index < value ? 'border-primary bg-primary' : 'bg-card',
            )}
          />
        ))}
      </div>
      <p aria-hidden className="flex justify-between text-xs text-muted-foreground">
        <span>Boş</span>
        <span>½</span>
        <span>Dolu</span>
      </p>
    </div>
  )
}
