import { KeyRound } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'

import { trpc } from '#client/lib/api.ts'
import { formatInstant } from '#shared/date.ts'
import { passkeyFailure } from '#client/lib/passkey.ts'
import { toast } from '#client/lib/toast.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import type { Passkey } from '#shared/auth/passkeys.ts'
import { isolated } from '#shared/bidi.ts'

interface PasskeyLineProps {
  passkey: Passkey
  isPending: boolean
  /** Absent for the last passkey of an account that needs one. */
  onRemove: (() => void) | undefined
}

/** Shows one passkey, with its last use. */
export function PasskeyLine({ passkey, isPending, onRemove }: PasskeyLineProps) {
  const { name, created_at: created, last_used_at: used } = passkey
  const [isRenaming, setIsRenaming] = useState(false)
  if (isRenaming) return <RenameForm passkey={passkey} onDone={() => setIsRenaming(false)} />
  const use = used === null ? 'Henüz kullanılmadı' : `Son kullanım ${formatInstant(used)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border p-3">
      <div className="flex min-w-0 items-start gap-3">
        <KeyRound aria-hidden className="mt-0.5 shrink-0 text-muted-foreground" />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm text-muted-foreground">{`${use} · Eklendi ${formatInstant(created)}`}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-label={`Adını değiştir: ${isolated(name)}`}
          onClick={() => setIsRenaming(true)}
        >
          Adını değiştir
        </Button>
        {onRemove !== undefined && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Kaldır: ${isolated(name)}`}
            isPending={isPending}
            onClick={onRemove}
          >
            Kaldır
          </Button>
        )}
      </div>
    </li>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const utils = trpc.useUtils()
  const [name, setName] = useState(passkey.name)
  const rename = trpc.settings.renamePasskey.useMutation({
    onSuccess: async () => {
      toast.success(passkeyMessages.renamed)
      await utils.settings.passkeys.invalidate()
      onDone()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !rename.isPending) rename.mutate({ id: passkey.id, name })
  }
  return (
    <li className="rounded-md border border-border p-3">
      <form noValidate className="grid gap-2" onSubmit={submit}>
        {rename.isError && <Alert>{passkeyFailure(rename.error)}</Alert>}
        <Input
          ref={(input) => input?.focus()}
          aria-label="Geçiş anahtarının adı"
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" variant="outline" size="sm" onClick={onDone}>
            Vazgeç
          </Button>
          <Button type="submit" size="sm" isPending={rename.isPending}>
            Kaydet
          </Button>
        </div>
      </form>
    </li>
  )
}
