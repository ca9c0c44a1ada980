import { KeyRound } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { Field } from '#client/components/field.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { makePasskey, passkeyFailure } from '#client/lib/passkey.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { MAX_PASSKEYS, type Passkey, type PasskeyState } from '#shared/auth/passkeys.ts'
import { isolated } from '#shared/bidi.ts'

import { PasskeyLine } from './passkey-line.tsx'
import { SettingsLine } from './settings-parts.tsx'

/** Adds, renames and removes the user's own passkeys; adding and removing ask for the password. */
export function PasskeysLine() {
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
    <SettingsLine
      title="Geçiş anahtarları"
      about="Parola yerine parmak iziniz, yüzünüz ya da ekran kilidinizle girersiniz; ayrıca kod sorulmaz."
      titleRef={title}
    >
      {remove.isError && <Alert className="col-span-full">{passkeyFailure(remove.error)}</Alert>}
      {state.isPending && <Skeleton className="h-10 w-40" />}
      {state.isError && (
        <div className="col-span-full">
          <LoadError
            message={passkeyMessages.loadFailed}
            isPending={state.isFetching}
            onRetry={() => void state.refetch()}
          />
        </div>
      )}
      {state.data !== undefined && (
        <>
          <AddPasskey state={state.data} />
          {state.data.items.length > 0 && (
            <ul className="col-span-full grid gap-2">
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
            <p className="col-span-full text-sm text-muted-foreground">
              Yöneticiler için ikinci adım zorunlu olduğundan tek geçiş anahtarınız kaldırılamaz.
            </p>
          )}
        </>
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
    </SettingsLine>
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

/** The button that opens the form of a new passkey, or the reason why none can be added. */
function AddPasskey({ state }: { state: PasskeyState }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const reason = findObstacle(state)
  if (reason !== null) return <p className="col-span-full text-sm text-muted-foreground">{reason}</p>
  const close = () => {
    flushSync(() => setIsOpen(false))
    button.current?.focus()
  }
  if (isOpen) return <AddPasskeyForm onClose={close} />
  return (
    <Button ref={button} variant="outline" onClick={() => setIsOpen(true)}>
      <KeyRound aria-hidden />
      Geçiş anahtarı ekle
    </Button>
  )
}

/** Focuses the field that replaces the pressed button. */
const focus = (input: HTMLInputElement | null) => input?.focus()

function AddPasskeyForm({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
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
        onClose()
        toast.success(passkeyMessages.added)
        return utils.settings.passkeys.invalidate()
      },
    },
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isEmpty = name.trim() === ''
    setProblem(isEmpty ? passkeyMessages.nameRequired : undefined)
    if (isEmpty) event.currentTarget.querySelector('input')?.focus()
    else if (!add.isPending) add.mutate(name)
  }
  return (
    <form noValidate className="col-span-full grid gap-3" onSubmit={submit}>
      {add.isError && <Alert>{passkeyFailure(add.error)}</Alert>}
      <Field
        label="Yeni geçiş anahtarının adı"
        hint="Cihazı tanımanız için, örneğin “Ofis bilgisayarı”."
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            ref={focus}
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button variant="outline" onClick={onClose}>
          Vazgeç
        </Button>
        <Button type="submit" variant="outline" isPending={add.isPending}>
          <KeyRound aria-hidden />
          Geçiş anahtarı ekle
        </Button>
      </div>
    </form>
  )
}
