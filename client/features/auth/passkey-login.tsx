import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'

import { trpcClient } from '#client/lib/api.ts'
import { passkeyFailure, signWithPasskey } from '#client/lib/passkey.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { LoginAnswer } from '#shared/auth/schema.ts'

interface PasskeyLoginProps {
  remember: boolean
  onAnswer: (answer: LoginAnswer) => void | Promise<void>
}

/** Logs in without name and password: the browser offers its passkeys for this panel. */
export default function PasskeyLogin({ remember, onAnswer }: PasskeyLoginProps) {
  const login = useMutation({
    mutationFn: async () => {
      const { token, options } = await trpcClient.auth.beginPasskey.mutate()
      const passkey = await signWithPasskey(options)
      return trpcClient.auth.passkey.mutate({ token, passkey, remember })
    },
    onSuccess: (answer) => onAnswer(answer),
  })
  return (
    <>
      {login.isError && <Alert>{passkeyFailure(login.error)}</Alert>}
      <Button type="button" variant="outline" isPending={login.isPending} onClick={() => login.mutate()}>
        <KeyRound aria-hidden />
        Geçiş anahtarıyla giriş yap
      </Button>
    </>
  )
}
