import { KeyRound } from 'lucide-react'
import { useId, useRef, useState, type SubmitEvent } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { Field } from '#client/components/field.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { PasswordAgain } from '#client/components/password-again.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { makePasskey, passkeyFailure } from '#client/lib/passkey.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { Input } from '#client/ui/input.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { MAX_PASSKEYS, type Passkey, type PasskeyState } from '#shared/auth/passkeys.ts'
import { isolated } from '#shared/bidi.ts'

import { PasskeyLine } from './passkey-line.tsx'

/** Adds, renames and removes the user's own passkeys; adding and removing ask for the password. */
export default function PasskeysCard() {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const utils = trpc.useUtils()
  const state = trpc.settings.passkeys.useQuery()
  const [removed, setRemoved] = useState<Passkey>()
  const remove = useConfirmedMutation(trpcClient.settings.removePasskey.mutate, {
    onSuccess: () => {
      toast.success(passkeyMessages.removed)
      title.current?.focus()
    },
    onSettled: () => utils.settings.passkeys.invalidate(),
  })
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="grid justify-start gap-1">
        <CardTitle id={id} ref={title} tabIndex={-1}>
          Geçiş anahtarları
        </CardTitle>
        <CardDescription>
          Parola yerine cihazınızın parmak izi, yüz tanıma ya da ekran kilidiyle giriş yapın; ayrıca kod
          sorulmaz.
        </CardDescription>
      </CardHeader>
      {remove.isError && <Alert className="mb-4">{passkeyFailure(remove.error)}</Alert>}
      {state.isPending && <Skeleton className="h-16" />}
      {state.isError && (
        <LoadError
          message={passkeyMessages.loadFailed}
          isPending={state.isFetching}
          onRetry={() => void state.refetch()}
        />
      )}
      {state.data !== undefined && (
        <div className="grid gap-4">
          {state.data.items.length > 0 && (
            <ul className="grid gap-3">
              {state.data.items.map((passkey) => (
                <PasskeyLine
                  key={passkey.id}
                  passkey={passkey}
                  isPending={remove.isPending && remove.variables.id === passkey.id}
                  onRemove={state.data.is_last_kept ? undefined : () => setRemoved(passkey)}
                />
              ))}
            </ul>
          )}
          {state.data.is_last_kept && (
            <p className="text-sm text-muted-foreground">
              Yöneticiler için ikinci adım zorunlu olduğundan tek geçiş anahtarınız kaldırılamaz.
            </p>
          )}
          <AddPasskeyForm state={state.data} />
        </div>
      )}
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(open) => {
          if (!open) setRemoved(undefined)
        }}
        question="Geçiş anahtarı kaldırılsın mı?"
        confirmLabel="Kaldır"
        onConfirm={() => {
          setRemoved(undefined)
          if (removed !== undefined) remove.mutate({ id: removed.id })
        }}
      >
        {`“${isolated(removed?.name ?? '')}” ile bir daha giriş yapılamaz. Cihazınızın parola yöneticisinden de silebilirsiniz.`}
      </ConfirmDialog>
      <PasswordAgain />
    </Card>
  )
}

/** Returns the reason why no passkey can be added here; `null` where one can. */
function findObstacle({ origin, items }: PasskeyState): string | null {
  if (origin === null)
    return 'Geçiş anahtarları bu adreste kullanılamaz: panelin https ile, bir alan adıyla açılması gerekir.'
  if (origin !== location.origin)
    return `Geçiş anahtarları yalnız ${origin} adresinde kullanılır; eklemek için paneli o adresle açın.`
  if (!('PublicKeyCredential' in window)) return 'Bu tarayıcı geçiş anahtarlarını desteklemiyor.'
  return items.length >= MAX_PASSKEYS ? passkeyMessages.tooMany : null
}

function AddPasskeyForm({ state }: { state: PasskeyState }) {
  const utils = trpc.useUtils()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = useConfirmedMutation(
    async (typed: string) => {
      const { token, options } = await trpcClient.settings.beginPasskey.mutate()
      const passkey = await makePasskey(options)
      return trpcClient.settings.addPasskey.mutate({ token, name: typed, passkey })
    },
    {
      onSuccess: () => {
        setName('')
        toast.success(passkeyMessages.added)
        return utils.settings.passkeys.invalidate()
      },
    },
  )
  const reason = findObstacle(state)
  if (reason !== null) return <p className="text-sm text-muted-foreground">{reason}</p>
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isEmpty = name.trim() === ''
    setProblem(isEmpty ? passkeyMessages.nameRequired : undefined)
    if (isEmpty) field.current?.focus()
    else if (!add.isPending) add.mutate(name)
  }
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      {add.isError && <Alert>{passkeyFailure(add.error)}</Alert>}
      <Field
        label="Yeni geçiş anahtarının adı"
        hint="Cihazı tanımanız için, örneğin “Ofis bilgisayarı”."
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col md:flex-row md:justify-end">
        <Button type="submit" isPending={add.isPending}>
          <KeyRound aria-hidden />
          Geçiş anahtarı ekle
        </Button>
      </div>
    </form>
  )
}
