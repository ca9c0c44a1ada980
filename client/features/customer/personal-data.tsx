import { useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { PasswordAgain } from '#client/components/password-again.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { dropDraftsNaming } from '#client/lib/drafts.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import type { EraseInput } from '#shared/personal-data/schema.ts'

import { Consequences } from './consequences.tsx'
import type { PersonalDataDialogProps } from './personal-data-dialog.tsx'

const PersonalDataDialog = lazyDialog<PersonalDataDialogProps>(() => import('./personal-data-dialog.tsx'))

interface PersonalDataProps {
  id: number
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialogs in which the owner exports or erases a customer's data under law 6698. */
export function PersonalData({ id, open, onOpenChange }: PersonalDataProps) {
  const [asked, setAsked] = useState<EraseInput['reason']>('request')
  const [asking, setAsking] = useState(false)
  const utils = trpc.useUtils()
  const stored = trpc.personalData.stored.useQuery({ id }, { enabled: open || asking })
  const erase = useConfirmedMutation(trpcClient.personalData.erase.mutate, {
    onSuccess: () => {
      if (stored.data !== undefined) dropDraftsNaming(stored.data.name)
      toast.success(personalDataMessages.erased)
      return utils.invalidate()
    },
    onSettled: () => setAsking(false),
  })
  const failed = personalDataMessages.eraseFailed
  return (
    <>
      <PersonalDataDialog
        open={open}
        onOpenChange={onOpenChange}
        id={id}
        stored={stored.data}
        isError={stored.isError}
        isPending={stored.isFetching}
        onRetry={() => void stored.refetch()}
        onErase={(reason) => {
          erase.reset()
          onOpenChange(false)
          setAsked(reason)
          setAsking(true)
        }}
      />
      <ConfirmDialog
        open={asking && !erase.isSuccess}
        onOpenChange={setAsking}
        question="Kişisel veriler silinsin mi?"
        confirmLabel="Kişisel verileri sil"
        isPending={erase.isPending}
        onConfirm={() => erase.mutate({ id, reason: asked })}
      >
        {stored.data !== undefined && <Consequences stored={stored.data} />}
      </ConfirmDialog>
      {erase.isError && (
        <div className="mb-4">
          <CallError message={errorMessage(erase.error, failed, failed)} error={erase.error} />
        </div>
      )}
      <PasswordAgain />
    </>
  )
}
