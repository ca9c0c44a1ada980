import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { GridRows } from '@visx/grid'

import { centerOf, useChart } from './chart-context.ts'

interface AxesProps {
  formatPoint: (point: string) => string
  formatValue: (value: number) => string
}

/** The width of a point's label and the gap to the next. */
const LABEL_WIDTH = 44
/**
 * The steps between labels: every point, every second, every third, or one day of every one, two, four or eight weeks.
 */
const STEPS = [1, 2, 3, 7, 14, 28, 56]

/** Both axes, faint lines at the labelled values, a strong one at zero, and a band at the selected point. */
export function Axes({ formatPoint, formatValue }: AxesProps) {
  const chart = useChart()
  const { width, height, points, x, y, ticks, active } = chart
  const step = STEPS.find((days) => days * x.step() >= LABEL_WIDTH) ?? points.length
  const labelled = points.filter((_, index) => index % step === 0)
  return (
    <>
      {active !== null && (
        <rect
          data-slot="active-point"
          x={centerOf(chart, active) - x.step() / 2}
          width={x.step()}
          height={height}
          className="fill-primary-soft"
        />
      )}
      <GridRows scale={y} width={width} tickValues={[...ticks]} stroke="var(--border)" pointerEvents="none" />
      <line y1={y(0)} y2={y(0)} x2={width} className="stroke-input" />
      <AxisLeft
        scale={y}
        tickValues={[...ticks]}
        tickFormat={(value) => formatValue(Number(value))}
        tickLength={6}
        tickLabelProps={LEFT_LABEL}
        tickComponent={tickText}
        hideAxisLine
        hideTicks
      />
      <AxisBottom
        scale={x}
        top={height}
        tickValues={labelled}
        tickFormat={formatPoint}
        tickLength={5}
        tickLabelProps={BOTTOM_LABEL}
        tickComponent={tickText}
        hideAxisLine
        tickStroke="var(--input)"
      />
    </>
  )
}

const LEFT_LABEL = { textAnchor: 'end', dy: '0.32em' } as const
const BOTTOM_LABEL = { textAnchor: 'middle', fontSize: 13 } as const

/** Plain text, because visx's own component measures every word on the page. */
const tickText = ({ x, y, dy, textAnchor, formattedValue }: TickRendererProps) => (
  <text x={x} y={y} dy={dy} textAnchor={textAnchor} className="fill-muted-foreground text-xs">
    {formattedValue}
  </text>
)
