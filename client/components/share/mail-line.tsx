import { Mail } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { errorMessage } from '#client/lib/error-message.ts'
import type { useShares } from '#client/lib/use-shares.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'
import type { MailInput } from '#shared/share/schema.ts'

import { SHARE_LINE } from './share-line.ts'

/** Focuses the address when its field appears, because the user pressed the line to type it. */
const focus = (input: HTMLInputElement | null) => input?.focus()

const FAILED = 'E-posta sıraya alınamadı.'

interface MailLineProps {
  mail: ReturnType<typeof useShares>['mail']
  /** The link that is sent, once it is known. */
  sent: Omit<MailInput, 'recipient'> | undefined
}

/** Asks for the address and queues an e-mail with the link. */
export function MailLine({ mail, sent }: MailLineProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [recipient, setRecipient] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sent === undefined || mail.isPending) return
    mail.mutate({ ...sent, recipient }, { onSuccess: () => setOpen(false) })
  }
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className={SHARE_LINE}
        onClick={() => setOpen(!isOpen)}
      >
        <Mail aria-hidden />
        E-posta
        <span className="ml-auto text-sm font-normal text-muted-foreground">adresi yazın</span>
      </button>
      {isOpen && (
        <form id={id} noValidate className="grid gap-2 px-4 pb-3" onSubmit={submit}>
          <label htmlFor={`${id}-address`} className="text-sm font-medium">
            E-posta adresi
          </label>
          <div className="flex gap-2">
            <Input
              id={`${id}-address`}
              type="email"
              inputMode="email"
              autoComplete="off"
              maxLength={254}
              className="min-w-0 grow"
              value={recipient}
              aria-invalid={mail.isError || undefined}
              ref={focus}
              onChange={({ target: { value } }) => setRecipient(value)}
            />
            <Button type="submit" isPending={mail.isPending}>
              Gönder
            </Button>
          </div>
          {mail.isError && <CallError message={errorMessage(mail.error, FAILED, FAILED)} error={null} />}
        </form>
      )}
    </div>
  )
}
