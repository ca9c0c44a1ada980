import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type PointerEvent, useRef } from 'react'

import { cn } from '#client/lib/cn.ts'

import { ChartTooltip, PointSpeech, type PointFigures } from './chart-tooltip.tsx'
import { useActivePoint } from './use-active-point.ts'
import { useSize } from './use-size.ts'

interface BarItem {
  name: string
  value: number
  /** Whether the item sums up the values without a bar of their own; it is drawn in grey. */
  isRest?: boolean
}

interface BarListProps {
  /** Describes the bars and how the keyboard moves on them. */
  label: string
  /** Values above 0. */
  items: readonly BarItem[]
  formatValue: (value: number) => string
  figuresOf: (index: number) => PointFigures
}

/** The thickness of a bar (specification §2). */
const THICKNESS = 36
const GAP = 6
const ROW_HEIGHT = THICKNESS + GAP
const KEYS = { back: 'ArrowUp', forth: 'ArrowDown' }

/**
 * Horizontal bars with their names on them, the first one solid if it is the longest. A name that is too wide is
 * truncated; its tooltip has the whole.
 */
export function BarList({ label, items, formatValue, figuresOf }: BarListProps) {
  const tabStop = useRef<HTMLDivElement>(null)
  const { width } = useSize(tabStop)
  const pointAt = ({ clientY, currentTarget }: PointerEvent<HTMLElement>) =>
    Math.floor((clientY - currentTarget.getBoundingClientRect().top) / ROW_HEIGHT)
  const { active, spoken, handlers } = useActivePoint({ tabStop, count: items.length, keys: KEYS, pointAt })
  const most = Math.max(1, ...items.map(({ value }) => value))
  const x = scaleLinear<number>({ domain: [0, most], range: [0, width] })
  // The words on a solid bar have its contrast colour, so only a bar of the whole width is solid.
  const isSolid = (index: number) => index === 0 && index !== active && items[0]?.value === most
  return (
    <>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        ref={tabStop}
        role="application"
        aria-label={label}
        tabIndex={0}
        className="relative [touch-action:pan-y] rounded-md select-none"
        style={{ height: items.length * ROW_HEIGHT }}
        {...handlers}
      >
        <svg
          aria-hidden
          width={width}
          height={items.length * ROW_HEIGHT}
          viewBox={`0 0 ${width} ${items.length * ROW_HEIGHT}`}
          // The width of paper is unknown, so the printed bars are stretched to it.
          preserveAspectRatio="none"
          className="absolute print:w-full"
        >
          {items.map(({ name, value, isRest = false }, index) => {
            const soft = isRest ? 'fill-sunken' : 'fill-primary-soft'
            return (
              <Bar
                key={`${index} ${name}`}
                data-slot="bar"
                x={0}
                y={index * ROW_HEIGHT + GAP / 2}
                width={x(value)}
                height={THICKNESS}
                rx={4}
                className={index === active ? 'fill-mark' : isSolid(index) ? 'fill-primary' : soft}
              />
            )
          })}
        </svg>
        <ol aria-hidden className="relative">
          {items.map(({ name, value }, index) => (
            <li
              key={`${index} ${name}`}
              className={cn(
                'flex items-center justify-between gap-3 px-3',
                isSolid(index) && 'text-primary-foreground',
                index === active && 'text-(--mark-foreground)',
              )}
              style={{ height: ROW_HEIGHT }}
            >
              <span className="min-w-0 truncate text-sm font-medium">{name}</span>
              <span className="shrink-0 font-semibold">{formatValue(value)}</span>
            </li>
          ))}
        </ol>
        {active !== null && (
          <ChartTooltip figures={figuresOf(active)} left={0} top={active * ROW_HEIGHT + ROW_HEIGHT / 2} />
        )}
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <PointSpeech figures={spoken === null ? undefined : figuresOf(spoken)} />
    </>
  )
}
