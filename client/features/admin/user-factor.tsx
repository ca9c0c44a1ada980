import { ShieldOff } from 'lucide-react'

import { CallError } from '#client/components/call-error.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { messages } from '#shared/messages.ts'

/** Switches off the second factor and passkeys of a user without telephone and recovery code; hidden without either. */
export function UserFactor({ id }: { id: number }) {
  const utils = trpc.useUtils()
  const factor = trpc.admin.userFactor.useQuery({ id })
  const off = useConfirmedMutation(trpcClient.admin.switchOffFactor.mutate, {
    onSuccess: () => {
      toast.success(messages.factorSwitchedOff)
      void utils.settings.factor.invalidate()
      return utils.admin.userFactor.invalidate({ id })
    },
  })
  if (factor.data === undefined || (factor.data.since === null && factor.data.passkeys === 0)) return null
  return (
    <div className="grid gap-2">
      {off.isError && (
        <CallError
          message={errorMessage(off.error, messages.factorOffFailed, messages.factorOffFailed)}
          error={off.error}
        />
      )}
      <Button
        type="button"
        variant="outline"
        className="justify-self-start"
        isPending={off.isPending}
        onClick={() => off.mutate({ id })}
      >
        <ShieldOff aria-hidden />
        {factor.data.passkeys === 0
          ? 'İki adımlı doğrulamasını kapat'
          : 'İkinci adımını ve geçiş anahtarlarını kaldır'}
      </Button>
    </div>
  )
}
