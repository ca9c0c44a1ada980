import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { type PointerEvent, type ReactNode, useMemo, useRef } from 'react'

import { Axes } from './axes.tsx'
import { centerOf, type Chart, ChartContext } from './chart-context.ts'
import { ChartTooltip, PointSpeech, type PointFigures } from './chart-tooltip.tsx'
import { axisDomain } from './axis-domain.ts'
import { useActivePoint } from './use-active-point.ts'
import { useSize } from './use-size.ts'

interface ChartFrameProps {
  /** Describes the plot and how the keyboard moves on it. */
  label: string
  /** The points on the horizontal axis, each unique. */
  points: readonly string[]
  /** All drawn values, for the range of the vertical axis. */
  values: readonly number[]
  /** The smallest step of the vertical axis: 1 record, 100 kuruş. */
  unit: number
  formatPoint: (point: string) => string
  formatValue: (value: number) => string
  figuresOf: (index: number) => PointFigures
  /** The series. */
  children: ReactNode
}

const [TOP, RIGHT, BOTTOM] = [12, 20, 28]
const CHARACTER = 7.5
/** About this many labels on the vertical axis of a high and of a low chart. */
const TICKS = { high: 5, low: 4 }
const LOW = 150
const KEYS = { back: 'ArrowLeft', forth: 'ArrowRight' }

/**
 * The scales, axes, pointer and keyboard of a chart of points, as large as its parent; its children draw the series.
 */
export function ChartFrame({ label, points, figuresOf, children, ...axes }: ChartFrameProps) {
  const tabStop = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(tabStop)
  const { values, unit, formatPoint, formatValue } = axes
  const plot = useMemo(
    () => layOut({ width, height, points, values, unit, formatValue }),
    [width, height, points, values, unit, formatValue],
  )
  const pointAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - plot.left
    return Math.floor((x / plot.width) * points.length)
  }
  const { active, spoken, handlers } = useActivePoint({ tabStop, count: points.length, keys: KEYS, pointAt })
  const chart = useMemo<Chart>(() => ({ ...plot, points, active }), [plot, points, active])

  return (
    <>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- an application takes keys */}
      <div
        ref={tabStop}
        role="application"
        aria-label={label}
        tabIndex={0}
        className="relative h-full [touch-action:pan-y] rounded-md select-none"
        {...handlers}
      >
        {width > 0 && (
          <ChartContext value={chart}>
            {/* The size of paper is unknown, so the drawing is scaled to it. */}
            <svg
              aria-hidden
              width={width}
              height={height}
              viewBox={`0 0 ${width} ${height}`}
              className="absolute print:static print:h-auto print:w-full"
            >
              <Group left={plot.left} top={TOP}>
                <Axes formatPoint={formatPoint} formatValue={formatValue} />
                {children}
              </Group>
            </svg>
          </ChartContext>
        )}
        {active !== null && width > 0 && (
          <ChartTooltip figures={figuresOf(active)} left={plot.left + centerOf(chart, active)} top={TOP} />
        )}
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <PointSpeech figures={spoken === null ? undefined : figuresOf(spoken)} />
    </>
  )
}

type Layout = Pick<ChartFrameProps, 'points' | 'values' | 'unit' | 'formatValue'> & {
  width: number
  height: number
}

/** Returns the scales inside the margins; the left margin fits the labels of the vertical axis. */
function layOut({ width, height: outer, points, values, unit, formatValue }: Layout) {
  const height = Math.max(0, outer - TOP - BOTTOM)
  const count = height < LOW ? TICKS.low : TICKS.high
  const y = scaleLinear<number>({ domain: axisDomain(values, unit), range: [height, 0], nice: count })
  const ticks = y.ticks(count).filter((tick) => tick % unit === 0)
  const left = Math.max(...ticks.map((tick) => formatValue(tick).length)) * CHARACTER + 8
  const inner = Math.max(0, width - left - RIGHT)
  // Half of the gap lies outside, so that each point has an equal share of the width.
  const x = scaleBand<string>({
    domain: [...points],
    range: [0, inner],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  })
  return { left, width: inner, height, x, y, ticks }
}
