import { useState } from 'react'

import { Button } from '#client/ui/button.tsx'
import { formatDay, formatInstant, todayInIstanbul } from '#shared/date.ts'
import { joinIsolated } from '#shared/bidi.ts'
import type { Share } from '#shared/share/schema.ts'

/** Links that are shown at first. */
const FEW = 3

interface OpenLinksProps {
  links: readonly Share[]
  /** Whether a link is of one of two documents. */
  hasPapers: boolean
  revoke: (id: number) => void
  /** The link that is being ended. */
  revoking: number | null
}

/** Lists the open links, each with its views and the button that ends it. */
export function OpenLinks({ links: listed, hasPapers, revoke, revoking }: OpenLinksProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (listed.length === 0) return null
  return (
    <section aria-labelledby="open-links" className="-m-4 mt-0 bg-sunken px-4 py-3">
      <h3 id="open-links" className="text-sm font-semibold">
        Açık bağlantılar
      </h3>
      <ul className="divide-y divide-border">
        {(showsAll ? listed : listed.slice(0, FEW)).map((link) => (
          <li key={link.id} className="flex items-center gap-3 py-2 text-sm text-muted-foreground">
            <p className="min-w-0 grow wrap-anywhere">
              {joinIsolated(', ', [
                formatInstant(link.created_at),
                link.actor_name,
                hasPapers ? paperOf(link) : '',
              ])}
              <br />
              {viewsOf(link)}
              {`, son gün ${formatDay(todayInIstanbul(new Date(link.expires_at)))}`}
              {link.mails.map((mail) => (
                <span key={mail.id} className="block">
                  {joinIsolated(': ', [mail.recipient, mailWords(mail)])}
                </span>
              ))}
            </p>
            <Button
              variant="ghost"
              size="sm"
              className="text-primary"
              isPending={revoking === link.id}
              aria-label={`İptal et: ${formatInstant(link.created_at)} bağlantısı`}
              onClick={() => revoke(link.id)}
            >
              İptal et
            </Button>
          </li>
        ))}
      </ul>
      {listed.some(({ mails }) => mails.some(({ state }) => state === 'sent')) && (
        <p className="pb-1 text-sm text-muted-foreground">
          “Gönderildi”: e-posta sunucusu aldı. Kutuya ulaştığı bilinmez.
        </p>
      )}
      {!showsAll && listed.length > FEW && (
        <Button variant="link" size="sm" className="-ml-3" onClick={() => setShowsAll(true)}>
          {`Tümünü göster (${listed.length})`}
        </Button>
      )}
    </section>
  )
}

/** Returns the state of an e-mail in words. */
function mailWords({ state, error }: Share['mails'][number]): string {
  if (state === 'sent') return 'Gönderildi'
  if (state === 'failed') return `Ulaşmadı. ${error} Adresi düzeltip yeniden gönderin.`
  return error === '' ? 'Sırada' : `Sırada, yeniden denenecek. ${error}`
}

const paperOf = ({ with_vat }: Share) => (with_vat ? 'KDV’li' : 'KDV’siz')

const viewsOf = ({ views, last_viewed_at }: Share) =>
  last_viewed_at === null ? 'Henüz açılmadı' : `${views} kez görüldü (${formatInstant(last_viewed_at)})`
