import { PageHeader } from '#client/components/page-header.tsx'
import { LoadError, PageLoading } from '#client/components/page-states.tsx'
import { isMissing } from '#client/lib/error-message.ts'
import { Alert } from '#client/ui/alert.tsx'

export interface UnreadyPageProps {
  title: string
  query: { isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }
  /** The message of a failed load, and of something that does not exist. */
  failed: string
  missing: string
}

/** The page of a car or customer that is loading, does not exist, or could not be loaded. */
export function UnreadyPage({ title, query, failed, missing }: UnreadyPageProps) {
  const { isError, isFetching, error, refetch } = query
  return (
    <>
      <PageHeader title={title} />
      {!isError ? (
        <PageLoading />
      ) : isMissing(error) ? (
        <Alert>
          <p>{missing}</p>
        </Alert>
      ) : (
        <LoadError message={failed} pending={isFetching} onRetry={() => void refetch()} />
      )}
    </>
  )
}
