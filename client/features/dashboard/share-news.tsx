import { Link } from '@tanstack/react-router'
import { Check, MailX, X } from 'lucide-react'

import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { Card } from '#client/ui/card.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import { formatTL } from '#shared/money.ts'
import type { AnsweredQuote } from '#shared/quote/schema.ts'
import type { FailedMail } from '#shared/share/schema.ts'

/** Shows the e-mails that did not arrive and the customers' newest answers to quotes; renders nothing without any. */
export function ShareNews() {
  const { data } = trpc.share.news.useQuery(undefined, { meta: QUIET })
  if (data === undefined || data.mails.length + data.answers.length === 0) return null
  return (
    <Card aria-label="Gönderilenlerden haberler" className="p-0 md:p-0">
      <ul className="divide-y divide-border">
        {data.mails.map((mail) => (
          <li key={mail.id}>
            <Link {...linkTo(mail.of)} className={LINE}>
              <MailX aria-hidden className="shrink-0 text-warning-ink" />
              <span className="min-w-0 wrap-anywhere">
                {`E-posta ulaşmadı: ${joinIsolated(' · ', [mail.title, mail.recipient])}`}
                <span className="block text-sm font-normal text-muted-foreground">
                  {`${mail.error} Adresi düzeltip yeniden gönderin ya da WhatsApp’tan yazın.`}
                </span>
              </span>
            </Link>
          </li>
        ))}
        {data.answers.map((quote) => (
          <li key={quote.kayit_id}>
            <Link
              to="/book/$id"
              params={{ id: String(quote.for_kayit_id ?? quote.kayit_id) }}
              className={LINE}
            >
              {quote.verdict === 'approved' ? (
                <Check aria-hidden className="shrink-0 text-success-ink" />
              ) : (
                <X aria-hidden className="shrink-0 text-muted-foreground" />
              )}
              <span className="min-w-0 wrap-anywhere">{wordsOf(quote)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const LINE = 'flex min-h-12 items-center gap-3 px-4 py-2 font-medium hover:bg-sunken'

const PAGES = { record: '/book/$id', vehicle: '/vehicle/$id', statement: '/customer/$id' } as const

/** Returns the page of a link's thing, where it is sent again. */
const linkTo = ({ kind, id }: FailedMail['of']) => ({ to: PAGES[kind], params: { id: String(id) } })

function wordsOf({ verdict, for_kayit_id, plaka, musteri_adi_soyadi, total_kurus }: AnsweredQuote): string {
  const isApproved = verdict === 'approved'
  const about = joinIsolated(' · ', [
    plaka,
    musteri_adi_soyadi,
    isApproved && total_kurus !== undefined ? formatTL(total_kurus) : '',
  ])
  return `${for_kayit_id === null ? 'Teklif' : 'Ek iş'} ${isApproved ? 'onaylandı' : 'reddedildi'}: ${about}`
}
