import type { ReactNode } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** Two figures side by side, or one below the other where they do not fit. */
export const PAIR = 'flex flex-wrap *:grow *:basis-36'

interface FigureProps {
  label: string
  /** `undefined` during loading. */
  kurus: number | undefined
  isKey?: boolean
  className?: string
  children?: ReactNode
}

/** Shows a figure with its label; below, more about it. */
export function Figure({ label, kurus, isKey = false, className, children }: FigureProps) {
  return (
    <div className="px-4 py-3">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className={isKey ? 'text-3xl font-semibold' : 'text-xl font-semibold'}>
        {kurus === undefined ? (
          <Skeleton className="my-1 h-6 w-32" />
        ) : (
          <Amount kurus={kurus} {...(className !== undefined && { className })} />
        )}
      </dd>
      {children}
    </div>
  )
}
