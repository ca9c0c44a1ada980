import type { ReactNode } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { cn } from '#client/lib/cn.ts'
import { messages } from '#shared/messages.ts'

/** State of a query of the screen. */
interface Loading {
  data: unknown
  isError: boolean
  isPending: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}

interface StatsStateProps {
  /** Name of the shown period. */
  title: string
  /** Main query, without which nothing is shown, and further ones. */
  queries: readonly [Loading, ...Loading[]]
  children: ReactNode
}

/** Announces which figures are shown, fades those of the period before, and reports a failed load. */
export function StatsState({ title, queries, children }: StatsStateProps) {
  const [main] = queries
  const failed = queries.filter(({ isError }) => isError)
  return (
    <>
      <output className="sr-only">{status(title, main)}</output>
      {failed.length > 0 && (
        <div className="mb-6">
          <LoadError
            message={messages.statsFailed}
            isPending={failed.some(({ isFetching }) => isFetching)}
            onRetry={() => {
              for (const { refetch } of failed) void refetch()
            }}
          />
        </div>
      )}
      {(!main.isError || main.data !== undefined) && (
        <div
          aria-busy={main.isPlaceholderData || undefined}
          className={cn(main.isPlaceholderData && 'opacity-60')}
        >
          {children}
        </div>
      )}
    </>
  )
}

function status(title: string, { isError, isPending, isPlaceholderData }: Loading): string {
  if (isError) return ''
  return isPending || isPlaceholderData ? 'Yükleniyor...' : `${title} istatistikleri gösteriliyor.`
}
