import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { PageHeader } from '#client/components/page-header.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { messages } from '#shared/messages.ts'

/** The record could not be loaded (specification §8); trying again stays on this address. */
export function KayitLoadFailed() {
  const router = useRouter()
  const [isPending, setIsPending] = useState(false)
  const retry = async () => {
    setIsPending(true)
    await router.invalidate()
    setIsPending(false)
  }
  return (
    <>
      <PageHeader title="Kayıt Düzenle" />
      <LoadError message={messages.kayitDetailsFailed} pending={isPending} onRetry={() => void retry()} />
    </>
  )
}
