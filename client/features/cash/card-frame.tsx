import { type ReactNode, useId } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { cn } from '#client/lib/cn.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

interface CardFrameProps {
  title: string
  className?: string
  children: ReactNode
}

/** A card with its title above a line. */
export function CardFrame({ title, className, children }: CardFrameProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className="p-0 md:p-0">
      <h2
        id={id}
        className="border-b border-border px-4 py-3 text-lg font-semibold print:py-1.5 print:text-base"
      >
        {title}
      </h2>
      <div className={cn('grid gap-3 p-4 print:gap-1 print:px-4 print:py-2', className)}>{children}</div>
    </Card>
  )
}

/** A query's state, of which a card draws the answer. */
interface Query<Answer> {
  data: Answer | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface QueryCardProps<Answer> {
  title: string
  query: Query<Answer>
  /** 'KDV tahmini alınamadı.' */
  failure: string
  /** The height of the answer, as a class. */
  height: string
  children: (answer: Answer) => ReactNode
}

/** A card that loads its content by itself, so that a failure leaves the other cards. */
export function QueryCard<Answer>({ title, query, failure, height, children }: QueryCardProps<Answer>) {
  const { data, isError, isFetching, refetch } = query
  return (
    <CardFrame title={title}>
      {data !== undefined && children(data)}
      {data === undefined && isError && (
        <LoadError message={failure} isPending={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && (
        <>
          <output className="sr-only">Yükleniyor...</output>
          <Skeleton className={height} />
        </>
      )}
    </CardFrame>
  )
}
