import { BarStack as VisxBarStack } from '@visx/shape'
import { useId } from 'react'

import { centerOf, useChart } from './chart-context.ts'
import type { SeriesLook } from './series-look.tsx'

/** A series of the stack: values above 0 are stacked upwards, values below 0 downwards. */
interface StackSeries {
  look: SeriesLook
  /** One value per point of the frame. */
  values: readonly number[]
}

const MAX_THICKNESS = 36

/** Stacked bars of several series from the zero line; a hatched series is striped as well as coloured. */
export function BarStack({ series }: { series: readonly StackSeries[] }) {
  const chart = useChart()
  const stripes = useId()
  const thickness = Math.min(chart.x.bandwidth(), MAX_THICKNESS)
  const keys = series.map((_, key) => key)
  const indices = chart.points.map((_, index) => index)
  return (
    <>
      <pattern id={stripes} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={1.5} height={5} className="fill-card" />
      </pattern>
      <VisxBarStack
        data={indices}
        keys={keys}
        value={(index, key) => series[key]?.values[index] ?? 0}
        x={(index) => chart.points[index] ?? ''}
        xScale={chart.x}
        yScale={chart.y}
        offset="diverging"
        color={() => 'currentColor'}
      >
        {(stacks) =>
          stacks.map(({ key, bars }) => {
            const look = series[key]?.look
            return (
              <g key={key} data-series={look?.label} className={look?.className}>
                {bars
                  .filter(({ height }) => height > 0)
                  .map(({ index, y, height }) => {
                    const box = { x: centerOf(chart, index) - thickness / 2, y, width: thickness, height }
                    return (
                      <g key={index}>
                        <rect data-slot="bar" fill="currentColor" {...box} />
                        {look?.shape === 'hatched' && <rect fill={`url(#${stripes})`} {...box} />}
                      </g>
                    )
                  })}
              </g>
            )
          })
        }
      </VisxBarStack>
    </>
  )
}
