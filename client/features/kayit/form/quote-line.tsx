import { useEffect } from 'react'

import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { Card } from '#client/ui/card.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import { formatInstant } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'
import { quoteTitle } from '#shared/quote/rules.ts'
import type { QuoteSending } from '#shared/quote/schema.ts'

/** Shows the state of a sent quote: views and answer; nothing for any other record. */
export function QuoteLine({ id }: { id: number }) {
  const { data: record } = trpc.kayit.get.useQuery({ kayit_id: id }, { enabled: false })
  const enabled = record?.stage === 'quote'
  const { data, refetch } = trpc.share.quote.useQuery(
    { kayit_id: id },
    { enabled, meta: QUIET, staleTime: 0 },
  )
  const version = record?.version
  // A stored change may be another offer than the customer got.
  useEffect(() => {
    if (enabled && version !== undefined) void refetch()
  }, [enabled, version, refetch])
  const sending = data?.sending ?? null
  if (!enabled || sending === null) return null
  const { answer, is_changed } = sending
  return (
    <Card
      aria-label="Teklifin durumu"
      data-print="hide"
      className="grid gap-1 px-4 py-3 text-sm md:px-4 md:py-3"
    >
      <p className="text-muted-foreground">{quoteTitle(sending)}</p>
      <p className="font-medium wrap-anywhere">
        {answer === null ? sendingWords(sending) : answerWords(answer)}
      </p>
      {answer?.verdict === 'approved' && (
        <p className="text-muted-foreground">
          {answer.is_valid
            ? 'Kayda çevirince yalnızca onaylanan işlemler alınır.'
            : 'İşlemler onaydan sonra değişti: kayda çevirince hepsi alınır.'}
        </p>
      )}
      {is_changed && <p className="text-warning-ink">Son gönderimden sonra değişti. Yeniden gönderin.</p>}
    </Card>
  )
}

const sendingWords = ({ sent_at, views }: QuoteSending): string =>
  `Gönderildi ${formatInstant(sent_at)}, ${views === 0 ? 'müşteri henüz bakmadı' : `müşteri ${formatCount(views)} kez baktı`}`

function answerWords({
  verdict,
  at,
  name,
  accepted,
  lines,
  total_kurus,
}: NonNullable<QuoteSending['answer']>): string {
  const all = accepted === lines || lines === 0
  const works = all
    ? `${formatCount(accepted)} işlem`
    : `${formatCount(lines)} işlemden ${formatCount(accepted)} tanesi`
  const sum = total_kurus === undefined ? '' : formatTL(total_kurus)
  return joinIsolated(
    ' · ',
    verdict === 'approved'
      ? [`Onaylandı ${formatInstant(at)}`, name, works, sum]
      : [`Reddedildi ${formatInstant(at)}`, name],
  )
}
