/** The drawing parts that need visx, in one file (lazy-plots.tsx). */
export { BarList } from './bar-list.tsx'
export { BarStack } from './bar-stack.tsx'
export { ChartFrame } from './chart-frame.tsx'
export { LineSeries } from './line-series.tsx'
export { TodayMark } from './today-mark.tsx'
