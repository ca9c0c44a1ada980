import { centerOf, useChart } from './chart-context.ts'

/** Draws a dotted line at today's point, labelled on the side that has room. */
export function TodayMark({ point }: { point: string }) {
  const chart = useChart()
  const index = chart.points.indexOf(point)
  if (index === -1) return null
  const x = centerOf(chart, index)
  const isLeft = x > chart.width / 2
  return (
    <g className="fill-foreground" pointerEvents="none">
      <line x1={x} x2={x} y2={chart.height} stroke="var(--input)" strokeDasharray="2 3" />
      <text x={isLeft ? x - 6 : x + 6} y={8} textAnchor={isLeft ? 'end' : 'start'} className="text-xs">
        bugün
      </text>
    </g>
  )
}
