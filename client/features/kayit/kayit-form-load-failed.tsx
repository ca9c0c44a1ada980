import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { messages } from '#shared/messages.ts'

/** The record could not be loaded (specification §8); trying again stays on this address. */
export function KayitLoadFailed({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const [isPending, setIsPending] = useState(false)
  const retry = async () => {
    setIsPending(true)
    await router.invalidate()
    reset()
    setIsPending(false)
  }
  return (
    <>
      <PageHeader title="Kayıt Düzenle" />
      <LoadError message={messages.kayitDetailsFailed} pending={isPending} onRetry={() => void retry()} />
    </>
  )
}
