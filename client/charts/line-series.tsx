import { LinePath } from '@visx/shape'

import { centerOf, useChart } from './chart-context.ts'
import { dashes, Marker, type SeriesLook } from './series-look.tsx'

interface LineSeriesProps {
  look: SeriesLook
  /** One value per point of the frame; the line has a gap where it is `null`. */
  values: readonly (number | null)[]
  /** Whether the area down to zero is filled. */
  isFilled?: boolean
  /** Whether only the last and the selected value have a mark, for the line of a running month. */
  hasOnlyLastMark?: boolean
}

/** The most marks that a line shows, one for each day of a month; a longer line marks only the selected point. */
const MAX_MARKS = 31

/** A line with a mark at each value. */
export function LineSeries({ look, values, isFilled = false, hasOnlyLastMark = false }: LineSeriesProps) {
  const chart = useChart()
  const marks = values.flatMap((value, index) =>
    value === null ? [] : [{ index, x: centerOf(chart, index), y: chart.y(value) }],
  )
  const last = marks.at(-1)?.index
  const hasMark = (index: number) => (hasOnlyLastMark ? index === last : marks.length <= MAX_MARKS)
  return (
    <g data-series={look.label} className={look.className}>
      {isFilled && <path d={areaPath(marks, chart.y(0))} fill="currentColor" fillOpacity={0.08} />}
      <LinePath
        data={marks}
        x={(mark) => mark.x}
        y={(mark) => mark.y}
        stroke="currentColor"
        strokeWidth={2}
        strokeDasharray={dashes(look.shape)}
      />
      {marks
        .filter(({ index }) => index === chart.active || hasMark(index))
        .map(({ index, x, y }) => (
          <Marker key={index} shape={look.shape} x={x} y={y} active={index === chart.active} />
        ))}
    </g>
  )
}

/** Returns the outline of the area between a line and the height of zero; '' for an empty line. */
function areaPath(marks: readonly { x: number; y: number }[], zero: number): string {
  const [first, last] = [marks[0], marks.at(-1)]
  if (first === undefined || last === undefined) return ''
  const line = marks.map(({ x, y }) => `L${x},${y}`).join('')
  return `M${first.x},${zero}${line}L${last.x},${zero}Z`
}
