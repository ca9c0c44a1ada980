import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'

import { trpcClient } from '#client/lib/api.ts'
import { passkeyFailure, signWithPasskey } from '#client/lib/passkey.ts'
import { canUsePasskeys } from '#client/lib/session.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { LoginAnswer } from '#shared/auth/schema.ts'

interface PasskeyStepProps {
  /** Token for this step and its cancelling only. */
  pendingToken: string
  /** Whether the account has no authenticator code. */
  isOnly: boolean
  onAnswer: (answer: LoginAnswer) => void | Promise<void>
  onEnded: (error: unknown) => void
  onCancel: () => void
}

/** Asks for a passkey in place of the code, after the password. */
export default function PasskeyStep({ pendingToken, isOnly, onAnswer, onEnded, onCancel }: PasskeyStepProps) {
  const enter = useMutation({
    mutationFn: async () => {
      const { token, options } = await trpcClient.auth.beginPasskeyStep.mutate({ pending: pendingToken })
      const passkey = await signWithPasskey(options)
      return trpcClient.auth.enterPasskey.mutate({ pending: pendingToken, token, passkey })
    },
    onSuccess: (answer) => onAnswer(answer),
    onError: onEnded,
  })
  if (!canUsePasskeys() && !isOnly) return null
  return (
    <div className="grid gap-2">
      {enter.isError && <Alert>{passkeyFailure(enter.error)}</Alert>}
      {canUsePasskeys() ? (
        <Button
          type="button"
          variant={isOnly ? 'default' : 'outline'}
          isPending={enter.isPending}
          onClick={() => enter.mutate()}
        >
          <KeyRound aria-hidden />
          Geçiş anahtarıyla doğrula
        </Button>
      ) : (
        <Alert variant="info">
          Bu hesabın ikinci adımı bir geçiş anahtarı ve bu adreste kullanılamıyor. Paneli geçiş anahtarını
          eklediğiniz adresle açın.
        </Alert>
      )}
      {isOnly && (
        <Button type="button" variant="outline" onClick={onCancel}>
          Vazgeç
        </Button>
      )}
    </div>
  )
}
