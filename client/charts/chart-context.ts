import type { scaleBand, scaleLinear } from '@visx/scale'
import { createContext, use } from 'react'

/** What a frame gives to the parts drawn inside it; lengths in pixels, without the margins. */
export interface Chart {
  width: number
  height: number
  points: readonly string[]
  x: ReturnType<typeof scaleBand<string>>
  y: ReturnType<typeof scaleLinear<number>>
  /** Values that the vertical axis names. */
  ticks: readonly number[]
  /** The point under the pointer or the keyboard. */
  active: number | null
}

export const ChartContext = createContext<Chart | null>(null)

/** The frame around a drawing part. Throws without one. */
export function useChart(): Chart {
  const chart = use(ChartContext)
  if (chart === null) throw new Error('A part of a chart stands outside of its frame.')
  return chart
}

/** The middle of a point's band. */
export const centerOf = ({ points, x }: Pick<Chart, 'points' | 'x'>, index: number): number =>
  (x(points[index] ?? '') ?? 0) + x.bandwidth() / 2
