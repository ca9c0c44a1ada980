import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { PageHeader } from '#client/components/page-header.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { messages } from '#shared/messages.ts'

import { BackButton } from './back-button.tsx'

/**
 * Reports that the record could not be loaded (specification §8); the retry keeps the address, 'Geri' leads to the
 * list.
 */
export function KayitLoadError({ reason }: { reason: 'missing' | 'load' }) {
  const router = useRouter()
  const [isPending, setIsPending] = useState(false)
  const retry = async () => {
    setIsPending(true)
    await router.invalidate()
    setIsPending(false)
  }
  return (
    <>
      <PageHeader title="Kayıt Düzenle">
        <BackButton />
      </PageHeader>
      {reason === 'missing' ? (
        <Alert>
          <p>{messages.kayitNotFound}</p>
          <p className="text-sm">Silinmiş ya da adresi yanlış olabilir.</p>
        </Alert>
      ) : (
        <LoadError message={messages.kayitDetailsFailed} isPending={isPending} onRetry={() => void retry()} />
      )}
    </>
  )
}
