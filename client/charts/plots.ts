/** The drawing parts that need visx, and the tables of the charts, in one file (lazy-plots.tsx). */
export { BarList } from './bar-list.tsx'
export { BarStack } from './bar-stack.tsx'
export { ChartFrame } from './chart-frame.tsx'
export { FigureTable } from './figure-table.tsx'
export { LineSeries } from './line-series.tsx'
export { TodayMark } from './today-mark.tsx'
