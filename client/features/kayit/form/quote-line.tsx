import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { Form } from '#client/forms/use-form.ts'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { useRight } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Card } from '#client/ui/card.tsx'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import { type Day, formatDay, formatInstant } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'
import { quoteTitle } from '#shared/quote/rules.ts'
import type { QuoteFacts, QuoteSending } from '#shared/quote/schema.ts'

import { ExtraWorkCard, useMarks } from './extra-work.tsx'
import type { KayitValues, StoredKayit } from './values.ts'

export interface QuoteLineProps {
  id: number
  form: Form<KayitValues, StoredKayit>
}

/** Shows the quotes around a record: of a quote its state and visit, of a visit the quotes for more work. */
export function QuoteLine({ id, form }: QuoteLineProps) {
  const { data: record } = trpc.kayit.get.useQuery({ kayit_id: id }, { enabled: false })
  const enabled = useRight('quotes') && record !== undefined
  const { data, refetch } = trpc.share.quote.useQuery(
    { kayit_id: id },
    { enabled, meta: QUIET, staleTime: 0 },
  )
  const version = record?.version
  // A stored change may be another offer than the customer got.
  useEffect(() => {
    if (enabled && version !== undefined) void refetch()
  }, [enabled, version, refetch])
  if (!enabled || data === undefined) return null
  if (record.stage === undefined) return <ExtraWorkCard facts={data} form={form} />
  return <QuoteCard facts={data} until={record.quote_valid_until ?? null} form={form} />
}

interface QuoteCardProps extends Pick<QuoteLineProps, 'form'> {
  facts: QuoteFacts
  until: Day | null
}

function QuoteCard({ facts: { sending, visit, approved }, until, form }: QuoteCardProps) {
  const today = useToday()
  useMarks(form, approved)
  const isOverdue = until !== null && until < today && sending?.answer?.verdict !== 'approved'
  if (sending === null && visit === null && !isOverdue) return null
  return (
    <Card
      aria-label="Teklifin durumu"
      data-print="hide"
      className="grid gap-1 px-4 py-3 text-sm md:px-4 md:py-3"
    >
      {visit !== null && <VisitLine visit={visit} />}
      {sending !== null && <Sending sending={sending} isExtra={visit !== null} />}
      {isOverdue && <p className="text-warning-ink">{`Süresi doldu: ${formatDay(until)}`}</p>}
    </Card>
  )
}

function VisitLine({ visit: { kayit_id, name } }: { visit: NonNullable<QuoteFacts['visit']> }) {
  if (name === null) return <p className="text-warning-ink">Ek işin kaydı silinmiş.</p>
  return (
    <p>
      Ek işin kaydı:{' '}
      <Link
        to="/book/$id"
        params={{ id: String(kayit_id) }}
        className="inline-flex min-h-11 items-center font-medium text-primary underline-offset-4 hover:underline md:min-h-8"
      >
        {isolated(name)}
      </Link>
    </p>
  )
}

function Sending({ sending, isExtra }: { sending: QuoteSending; isExtra: boolean }) {
  const { answer, is_changed } = sending
  return (
    <>
      <p className="text-muted-foreground">{quoteTitle(sending)}</p>
      <p className="font-medium wrap-anywhere">
        {answer === null ? sendingWords(sending) : answerWords(answer)}
      </p>
      {answer?.verdict === 'approved' && (
        <p className="text-muted-foreground">
          {isExtra
            ? 'Kayda yalnızca onaylanan işlemler eklenir.'
            : answer.is_valid
              ? 'Kayda çevirince yalnızca onaylanan işlemler alınır.'
              : 'İşlemler onaydan sonra değişti: kayda çevirince hepsi alınır.'}
        </p>
      )}
      {is_changed && <p className="text-warning-ink">Son gönderimden sonra değişti. Yeniden gönderin.</p>}
    </>
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
