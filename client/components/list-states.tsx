import { EmptyState } from '#client/components/empty-state.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

interface ListStatesProps {
  list: {
    data: { items: readonly unknown[] } | undefined
    isPending: boolean
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  failureMessage: string
  empty: { title: string; hint: string }
}

/** The state of a card's list without lines: loading, failed or empty. */
export function ListStates({ list, failureMessage, empty }: ListStatesProps) {
  return (
    <>
      {list.isPending && (
        <>
          <output className="text-muted-foreground">Yükleniyor...</output>
          <Skeleton className="mt-2 h-40" />
        </>
      )}
      {list.isError && (
        <LoadError message={failureMessage} isPending={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {list.data?.items.length === 0 && <EmptyState {...empty} />}
    </>
  )
}
