import { LinePath } from '@visx/shape'

import { centerOf, useChart } from './chart-context.ts'
import { dashes, Marker, type SeriesLook } from './series-look.tsx'

interface LineSeriesProps {
  look: SeriesLook
  /** One value per point of the frame; the line has a gap where it is `null`. */
  values: readonly (number | null)[]
}

/** The most marks that a line shows, one for each day of a month; a longer line marks only the selected point. */
const MAX_MARKS = 31

/** A line with a mark at each value. */
export function LineSeries({ look, values }: LineSeriesProps) {
  const chart = useChart()
  const marks = values.flatMap((value, index) =>
    value === null ? [] : [{ index, x: centerOf(chart, index), y: chart.y(value) }],
  )
  return (
    <g data-series={look.label} className={look.className}>
      <LinePath
        data={marks}
        x={(mark) => mark.x}
        y={(mark) => mark.y}
        stroke="currentColor"
        strokeWidth={2}
        strokeDasharray={dashes(look.shape)}
      />
      {marks
        .filter(({ index }) => marks.length <= MAX_MARKS || index === chart.active)
        .map(({ index, x, y }) => (
          <Marker key={index} shape={look.shape} x={x} y={y} active={index === chart.active} />
        ))}
    </g>
  )
}
