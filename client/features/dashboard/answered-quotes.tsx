import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'

import { trpc } from '#client/lib/api.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { Card } from '#client/ui/card.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import { formatTL } from '#shared/money.ts'
import type { AnsweredQuote } from '#shared/quote/schema.ts'

/** Shows the customers' newest answers to quotes that are no visit yet; renders nothing without any. */
export function AnsweredQuotes() {
  const { data = [] } = trpc.share.answers.useQuery(undefined, { meta: QUIET })
  if (data.length === 0) return null
  return (
    <Card aria-label="Yanıtlanan teklifler" className="p-0 md:p-0">
      <ul className="divide-y divide-border">
        {data.map((quote) => (
          <li key={quote.kayit_id}>
            <Link
              to="/book/$id"
              params={{ id: String(quote.for_kayit_id ?? quote.kayit_id) }}
              className="flex min-h-12 items-center gap-3 px-4 py-2 font-medium hover:bg-sunken"
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

function wordsOf({ verdict, for_kayit_id, plaka, musteri_adi_soyadi, total_kurus }: AnsweredQuote): string {
  const isApproved = verdict === 'approved'
  const about = joinIsolated(' · ', [
    plaka,
    musteri_adi_soyadi,
    isApproved && total_kurus !== undefined ? formatTL(total_kurus) : '',
  ])
  return `${for_kayit_id === null ? 'Teklif' : 'Ek iş'} ${isApproved ? 'onaylandı' : 'reddedildi'}: ${about}`
}
