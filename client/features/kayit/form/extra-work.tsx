import { Link, useRouter } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { approvals, NO_APPROVALS } from '#client/features/kayit/items/approvals.ts'
import { useIsBusy, useIsDirty } from '#client/forms/use-field.ts'
import type { Form } from '#client/forms/use-form.ts'
import { trpc } from '#client/lib/api.ts'
import { cn } from '#client/lib/cn.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'
import { useShowStored } from '#client/lib/use-show-stored.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { formatDay, todayInIstanbul } from '#shared/date.ts'
import { formatTL, kayitTotals } from '#shared/money.ts'
import { findApproved } from '#shared/quote/approved.ts'
import type { ExtraState, ExtraWork, QuoteFacts } from '#shared/quote/schema.ts'

import type { KayitValues, StoredKayit } from './values.ts'

const WORDS: Readonly<Record<ExtraState, string>> = {
  draft: 'gönderilmedi',
  sent: 'gönderildi',
  seen: 'görüldü',
  approved: 'onaylandı',
  refused: 'reddedildi',
}

interface ExtraWorkCardProps {
  facts: QuoteFacts
  form: Form<KayitValues, StoredKayit>
}

/** Shows the quotes for more work on a visit, and marks what its customer approved. */
export function ExtraWorkCard({ facts, form }: ExtraWorkCardProps) {
  const { extra, approved } = facts
  const rows = useStore(form.store, ({ values }) => values.islemler)
  const total = useMemo(() => kayitTotals(rows)?.brut_kurus, [rows])
  useMarks(form, approved)
  const sum = approved?.total_kurus
  const isOther = sum !== undefined && sum !== total
  if (extra.length === 0 && !isOther) return null
  return (
    <Card
      aria-label="Ek iş ve onay"
      data-print="hide"
      className={cn('grid gap-2 px-4 py-3 text-sm md:px-4 md:py-3', extra.length === 0 && 'lg:hidden')}
    >
      {extra.map((quote) => (
        <Quote key={quote.kayit_id} quote={quote} form={form} />
      ))}
      {isOther && (
        // A wide screen shows the sum in the bar of totals.
        <p className="flex justify-between gap-3 text-muted-foreground lg:hidden">
          Müşterinin onayladığı <Amount kurus={sum} />
        </p>
      )}
    </Card>
  )
}

/** Marks the rows that are the approved work, and tells the bar of totals the approved sum. */
export function useMarks(form: ExtraWorkCardProps['form'], approved: QuoteFacts['approved']): void {
  const rows = useStore(form.store, ({ values }) => values.islemler)
  useEffect(() => {
    if (approved === null) return approvals.set(NO_APPROVALS)
    const found = findApproved(rows, approved.lines)
    const titles = rows.map(({ key }, index) => {
      const at = found[index]
      return [key, at === undefined ? undefined : `Onaylandı: ${formatDay(todayInIstanbul(new Date(at)))}`]
    })
    approvals.set({ titles: Object.fromEntries(titles), kurus: approved.total_kurus ?? null })
  }, [rows, approved])
  useEffect(() => () => approvals.set(NO_APPROVALS), [])
}

function Quote({ quote, form }: { quote: ExtraWork; form: ExtraWorkCardProps['form'] }) {
  const { kayit_id, total_kurus, state, is_added, can_add } = quote
  const router = useRouter()
  const link = useRef<HTMLAnchorElement>(null)
  const showStored = useShowStored()
  const { share } = trpc.useUtils()
  const isDirty = useIsDirty(form)
  const isBusy = useIsBusy(form)
  const { mutate, isPending } = trpc.kayit.addExtra.useMutation({
    onSuccess: async (record) => {
      showStored(record)
      await router.invalidate()
      // The button goes and must not take the focus along.
      link.current?.focus({ preventScroll: true })
      toast.success('Ek iş kayda eklendi.')
    },
    onError: (error) => {
      toast.error(errorMessage(error, 'Ek iş kayda eklenemedi.'))
      void router.invalidate()
    },
    onSettled: () => share.quote.invalidate(),
  })
  const add = () => mutate({ kayit_id: String(kayit_id) })
  /** Unsaved changes are stored first: the added lines would make them a conflict. */
  const addSaved = () => (isDirty ? form.submit(() => ({ onStored: add, onRefused: () => {} })) : add())
  const amount = total_kurus === undefined ? '' : `: ${formatTL(total_kurus)}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <Link
        ref={link}
        to="/book/$id"
        params={{ id: String(kayit_id) }}
        className="inline-flex min-h-11 grow items-center gap-1 underline-offset-4 hover:underline md:min-h-8"
      >
        <span>
          <span className="font-medium text-primary">{`Ek iş teklifi${amount}`}</span>
          <span className="text-muted-foreground">{` · ${is_added ? 'kayda eklendi' : WORDS[state]}`}</span>
        </span>
        <ChevronRight aria-hidden className="ml-auto size-4 shrink-0 text-muted-foreground" />
      </Link>
      {can_add && (
        <Button size="sm" className="max-md:w-full" isPending={isPending || isBusy} onClick={addSaved}>
          Kayda ekle
        </Button>
      )}
    </div>
  )
}
