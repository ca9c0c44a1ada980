/** The look and name of a series, equal in the chart, its legend and its tooltip. */
export interface SeriesLook {
  label: string
  /** Text colour, e.g. `text-gelir`, in which the shapes are drawn. */
  className: string
  shape: 'line' | 'dashed' | 'bar' | 'hatched'
}

const DASHES = '6 4'

/** A sample of the series next to its name. */
export function SeriesKey({ look: { shape, className } }: { look: SeriesLook }) {
  return (
    <svg aria-hidden width={24} height={12} className={className}>
      {shape === 'bar' || shape === 'hatched' ? (
        <rect x={4} width={16} height={12} rx={2} fill="currentColor" />
      ) : (
        <>
          <line y1={6} y2={6} x2={24} stroke="currentColor" strokeWidth={2} strokeDasharray={dashes(shape)} />
          <Marker shape={shape} x={12} y={6} />
        </>
      )}
      {shape === 'hatched' && <path d="M6 12l8 -12M12 12l8 -12" className="stroke-card" strokeWidth={2} />}
    </svg>
  )
}

export const dashes = (shape: SeriesLook['shape']) => (shape === 'dashed' ? DASHES : undefined)

interface MarkerProps {
  shape: SeriesLook['shape']
  x: number
  y: number
  /** Whether the pointer or the keyboard has selected the point. */
  active?: boolean
}

/** A dot on a solid line, a square on a dashed one. */
export function Marker({ shape, x, y, active = false }: MarkerProps) {
  const size = active ? 5 : 2.5
  return shape === 'dashed' ? (
    <rect x={x - size} y={y - size} width={2 * size} height={2 * size} fill="currentColor" />
  ) : (
    <circle cx={x} cy={y} r={size} fill="currentColor" />
  )
}

/** The names of the series above the plot. */
export function Legend({ series }: { series: readonly SeriesLook[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {series.map((look) => (
        <li key={look.label} className="flex items-center gap-1.5">
          <SeriesKey look={look} />
          {look.label}
        </li>
      ))}
    </ul>
  )
}
