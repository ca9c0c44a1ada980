import { TooltipWithBounds } from '@visx/tooltip'

import { SeriesKey, type SeriesLook } from './series-look.tsx'

/** The figures of one point. */
export interface PointFigures {
  /** The full name of the point: '5 Kasım Perşembe'. */
  title: string
  lines: readonly { label: string; value: string; look?: SeriesLook }[]
}

interface ChartTooltipProps {
  figures: PointFigures
  /** The position of the point, in pixels of the frame. */
  left: number
  top: number
}

/** The figures next to their point, inside the frame. They are only visual: `PointSpeech` announces the same. */
export function ChartTooltip({ figures: { title, lines }, left, top }: ChartTooltipProps) {
  return (
    <TooltipWithBounds
      // The tooltip measures itself when it is mounted.
      key={`${title} ${left} ${top}`}
      aria-hidden
      unstyled
      applyPositionStyle
      left={left}
      top={top}
      className="pointer-events-none z-10 w-max max-w-56 md:max-w-72 rounded-md border border-border bg-card px-3 py-2 text-sm shadow-lg"
    >
      <p className="font-semibold wrap-anywhere">{title}</p>
      {lines.map(({ label, value, look }) => (
        <p key={label} className="flex items-center justify-between gap-3">
          <span className="flex items-center gap-1.5 text-muted-foreground">
            {look !== undefined && <SeriesKey look={look} />}
            {label}
          </span>
          <span className="font-medium">{value}</span>
        </p>
      ))}
    </TooltipWithBounds>
  )
}

/**
 * Announces the figures of the point with the keyboard focus. It is rendered before its first announcement, because
 * screen readers announce only changes.
 */
export function PointSpeech({ figures }: { figures: PointFigures | undefined }) {
  return <output className="sr-only">{figures !== undefined && speechOf(figures)}</output>
}

/** Returns the announcement: '5 Kasım Perşembe: Gelir ₺1.200, Gider ₺300'. */
const speechOf = ({ title, lines }: PointFigures) =>
  `${title}: ${lines.map(({ label, value }) => `${label} ${value}`).join(', ')}`
