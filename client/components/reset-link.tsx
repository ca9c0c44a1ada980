import { KeyRound, MessageCircle } from 'lucide-react'
import { useId, useState } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { CopiedAddress } from '#client/components/copied-address.tsx'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { isLoopbackHost } from '#client/lib/loopback-host.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#shared/date.ts'
import { Button } from '#client/ui/button.tsx'
import type { ResetLink as ResetLinkAnswer } from '#shared/admin/schema.ts'
import { isolated } from '#shared/bidi.ts'
import { messages } from '#shared/messages.ts'

import { resetAddress, whatsAppAddress } from './reset-address.ts'

type Made = ResetLinkAnswer

interface ResetLinkProps {
  id: number
  username: string
  /** The phone for WhatsApp, '' without one. */
  phone: string
  makeLink: (input: { id: number }) => Promise<Made>
}

/** Creates a link with which the user sets a new password, and shows it once. */
export function ResetLink({ id, username, phone, makeLink }: ResetLinkProps) {
  // The link outlives the mutation, because it still works if the user gives up the next one at the password.
  const [made, setMade] = useState<Made>()
  const make = useConfirmedMutation(makeLink, { onSuccess: setMade })
  return (
    <div className="grid gap-3">
      {make.isError && (
        <CallError
          message={errorMessage(make.error, messages.resetLinkFailed, messages.resetLinkFailed)}
          error={make.error}
        />
      )}
      {made !== undefined && !make.isPending && !make.isError && (
        <MadeLink
          address={resetAddress(window.location.origin, made.token)}
          until={made.expires_at}
          username={username}
          phone={phone}
        />
      )}
      <Button
        type="button"
        variant="outline"
        className="justify-self-start"
        isPending={make.isPending}
        onClick={() => make.mutate({ id })}
      >
        <KeyRound aria-hidden />
        {made === undefined ? 'Parola bağlantısı oluştur' : 'Yeni bağlantı oluştur'}
      </Button>
    </div>
  )
}

interface MadeLinkProps {
  address: string
  /** ISO 8601. */
  until: string
  username: string
  phone: string
}

const showWhole = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'center' })

function MadeLink({ address, until, username, phone }: MadeLinkProps) {
  const title = useId()
  const sent = whatsAppAddress(phone, { username, address, until: formatInstant(until) })
  return (
    <section
      // A phone would show it below the buttons of the form, out of sight.
      ref={showWhole}
      aria-labelledby={title}
      className="grid gap-3 rounded-md border border-border bg-sunken p-3"
    >
      <h3 id={title} className="font-medium">
        Parola bağlantısı
      </h3>
      <output className="block text-sm text-muted-foreground">
        {`${formatInstant(until)} tarihine kadar, bir kez kullanılır. Yalnızca şimdi gösterilir; yenisi öncekini geçersiz kılar. Açan kişi bu hesabın parolasını belirler: yalnızca ${isolated(username)} kullanıcısına gönderin.`}
      </output>
      {isLoopbackHost(window.location.hostname) && (
        <p className="text-sm text-warning-ink">
          Bu adres yalnızca bu bilgisayarda açılır. Başka bir cihaz için paneli o cihazın da açtığı adresle
          açıp bağlantıyı orada oluşturun.
        </p>
      )}
      <CopiedAddress
        label="Bağlantı"
        address={address}
        copied="Bağlantı kopyalandı."
        failed="Kopyalanamadı. Bağlantıyı seçip kendiniz kopyalayın."
      >
        {sent !== null && (
          <Button asChild variant="outline">
            <a href={sent} target="_blank" rel="noreferrer">
              <MessageCircle aria-hidden />
              WhatsApp ile gönder
            </a>
          </Button>
        )}
      </CopiedAddress>
    </section>
  )
}
