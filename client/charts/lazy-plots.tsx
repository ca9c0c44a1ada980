import type { ComponentProps } from 'react'

import { CodeLoadError } from '#client/components/code-load-error.tsx'
import { loadOnDemand } from '#client/lib/load-on-demand.ts'
import { useStore } from '#client/lib/store.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

import type { FigureTableProps } from './figure-table.tsx'
import type * as Plots from './plots.ts'

const code = loadOnDemand<typeof Plots>(() => import('./plots.ts').then((plots) => ({ default: plots })))
// The code loads beside the figures, which the user reads before the drawings.
code.load()

const usePlots = () => useStore(code.state, (state) => (state.status === 'loaded' ? state.it : undefined))

/** The placeholder of a drawing until its code is loaded. */
function PlotLoading() {
  const isFailed = useStore(code.state, ({ status }) => status === 'failed')
  return isFailed ? <CodeLoadError /> : <Skeleton className="h-full min-h-36" />
}

export function ChartFrame(props: ComponentProps<typeof Plots.ChartFrame>) {
  const plots = usePlots()
  return plots === undefined ? <PlotLoading /> : <plots.ChartFrame {...props} />
}

export function BarList(props: ComponentProps<typeof Plots.BarList>) {
  const plots = usePlots()
  return plots === undefined ? <PlotLoading /> : <plots.BarList {...props} />
}

// The series need no placeholder, because only a frame draws them.

export function BarStack(props: ComponentProps<typeof Plots.BarStack>) {
  const plots = usePlots()
  return plots && <plots.BarStack {...props} />
}

export function LineSeries(props: ComponentProps<typeof Plots.LineSeries>) {
  const plots = usePlots()
  return plots && <plots.LineSeries {...props} />
}

export function TodayMark(props: ComponentProps<typeof Plots.TodayMark>) {
  const plots = usePlots()
  return plots && <plots.TodayMark {...props} />
}

/** Shows the table of a chart, which is folded until its code is loaded. */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const plots = usePlots()
  return plots && <plots.FigureTable {...props} />
}
