import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

import { PageHeader } from '#client/components/page-header.tsx'
import { LoadError, PageLoading } from '#client/components/page-states.tsx'
import { isMissing } from '#client/lib/error-message.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'

interface UnreadyScreenProps {
  title: string
  query: { isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }
  /** The messages of a failed load and of a missing car or customer. */
  failureMessage: string
  missingMessage: string
  /** The list to which the screen leads back. */
  list: { to: '/vehicles' | '/customers'; label: string }
}

/** The screen of a car or customer that is loading, is missing, or could not be loaded. */
export function UnreadyScreen({ title, query, failureMessage, missingMessage, list }: UnreadyScreenProps) {
  const { isError, isFetching, error, refetch } = query
  return (
    <>
      <PageHeader title={title} />
      {!isError ? (
        <PageLoading />
      ) : isMissing(error) ? (
        <>
          <Alert className="mb-4">
            <p>{missingMessage}</p>
            <p className="text-sm">Silinmiş ya da adresi yanlış olabilir.</p>
          </Alert>
          <Button asChild variant="outline">
            <Link to={list.to}>
              <ArrowLeft aria-hidden />
              {list.label}
            </Link>
          </Button>
        </>
      ) : (
        <LoadError message={failureMessage} isPending={isFetching} onRetry={() => void refetch()} />
      )}
    </>
  )
}
