import type { scaleBand, scaleLinear } from '@visx/scale'
import { createContext, use } from 'react'

/** The values that a frame provides to its children; lengths in pixels, without the margins. */
export interface Chart {
  width: number
  height: number
  points: readonly string[]
  x: ReturnType<typeof scaleBand<string>>
  y: ReturnType<typeof scaleLinear<number>>
  /** The labelled values of the vertical axis. */
  ticks: readonly number[]
  /** The point selected by the pointer or the keyboard. */
  active: number | null
}

export const ChartContext = createContext<Chart | null>(null)

/** Returns the frame around a part of a chart. Throws outside of a frame. */
export function useChart(): Chart {
  const chart = use(ChartContext)
  if (chart === null) throw new Error('A part of a chart stands outside of its frame.')
  return chart
}

/** Returns the centre of a point's band. */
export const centerOf = ({ points, x }: Pick<Chart, 'points' | 'x'>, index: number): number =>
  (x(points[index] ?? '') ?? 0) + x.bandwidth() / 2
