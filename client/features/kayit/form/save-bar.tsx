import { FileText } from 'lucide-react'

import { Amount } from '#client/components/amount.tsx'
import { UnpricedMark } from '#client/features/kayit/items/unpriced.tsx'
import { SubmitButton } from '#client/forms/form.tsx'
import { cn } from '#client/lib/cn.ts'
import { isQueuedOffline } from '#client/forms/form-state.ts'
import { useIsBusy } from '#client/forms/use-field.ts'
import type { Form } from '#client/forms/use-form.ts'
import { reserveActionBar } from '#client/lib/reserve-height.ts'
import { shortcutProps } from '#client/lib/shortcuts.ts'
import { useStore } from '#client/lib/store.ts'
import { Button } from '#client/ui/button.tsx'
import { EMPTY_DASH } from '#shared/date.ts'

import { missingFields } from './info-rules.ts'
import { useTotals } from './items-card.tsx'
import type { InfoName, KayitValues, StoredKayit } from './values.ts'

interface SaveBarProps {
  form: Form<KayitValues, StoredKayit>
  /** True if the user sees prices. */
  hasPrices: boolean
  isNew: boolean
  /** Absent when there is nothing to save: 'KDV’li PDF' above then opens the document at once. */
  onSaveAndPdf?: (() => void) | undefined
}

/** Shows the total and the save buttons, fixed at the bottom of a window that is high enough. */
export function SaveBar({ form, hasPrices, isNew, onSaveAndPdf }: SaveBarProps) {
  const isBusy = useIsBusy(form)
  const isQueued = useStore(form.store, isQueuedOffline)
  return (
    <div
      ref={reserveActionBar}
      data-bar="action"
      data-alone={!isNew || undefined}
      data-ink
      className="sticky bottom-(--bottom-bar) z-20 -mx-4 mt-auto -mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-ink-line bg-ink px-4 py-2 text-on-ink [--ring:var(--ink-mark)] md:-mx-6 md:min-h-17 md:px-6 short:static"
    >
      {hasPrices && <TotalFigures form={form} />}
      <div className="ml-auto flex items-center gap-2">
        {isNew && <Missing form={form} />}
        {onSaveAndPdf !== undefined && (
          <Button
            variant="outline"
            className={cn(!isNew && 'max-md:hidden', PDF)}
            isPending={isBusy}
            disabled={isQueued}
            onClick={onSaveAndPdf}
            {...shortcutProps('Kaydet ve KDV’li PDF', 'Control+Shift+Enter')}
          >
            <FileText aria-hidden className="max-md:hidden" />
            Kaydet ve KDV’li PDF
          </Button>
        )}
        <SubmitButton
          form={form}
          className="bg-ink-primary text-on-ink-primary hover:bg-ink-primary-hover md:min-h-12 md:min-w-28"
          {...shortcutProps('Kaydet', 'Control+S')}
        >
          Kaydet
        </SubmitButton>
      </div>
    </div>
  )
}

/** On a phone a stored record has its document above the items. */
const PDF =
  'border-ink-edge bg-transparent text-on-ink hover:bg-ink-raised max-md:min-h-12 max-md:w-28 max-md:px-2 max-md:text-sm max-md:whitespace-normal md:min-h-12'

/** Names the fields that a new record still lacks; a press leads to the first of them. */
function Missing({ form }: Pick<SaveBarProps, 'form'>) {
  const names = useStore(form.store, ({ values }) => missingFields(values).join())
  if (names === '') return null
  const fields = names.split(',') as InfoName[]
  const goToFirst = () => document.querySelector<HTMLElement>(`[name="${fields[0]}"]`)?.focus()
  return (
    <button
      type="button"
      className="min-h-9 px-2 text-sm font-medium text-on-ink-warning max-md:hidden"
      onClick={goToFirst}
    >
      {`Eksik: ${fields.map((name) => MISSING[name]).join(', ')}`}
    </button>
  )
}

const MISSING: Partial<Record<InfoName, string>> = { plaka: 'plaka', musteri_adi_soyadi: 'müşteri adı' }

function TotalFigures({ form }: Pick<SaveBarProps, 'form'>) {
  const totals = useTotals(form)
  const rows = useStore(form.store, ({ values }) => values.islemler)
  return (
    <>
      <dl className="flex min-w-0 items-end gap-8">
        <Figure label="KDV hariç toplam" kurus={totals?.net_kurus} className="max-lg:hidden" />
        <Figure label="KDV" kurus={totals?.kdv_kurus} className="max-lg:hidden" />
        <Figure
          label="KDV dahil toplam"
          kurus={totals?.brut_kurus}
          className="text-2xl font-semibold md:text-3xl md:leading-8"
        />
      </dl>
      <UnpricedMark rows={rows} className="min-h-11 text-on-ink-warning md:self-end md:pb-0.5" />
    </>
  )
}

interface FigureProps {
  label: string
  /** Amount in kuruş; `undefined` above the limit of a record. */
  kurus: number | undefined
  className: string
}

function Figure({ label, kurus, className }: FigureProps) {
  return (
    <div className={cn('grid min-w-0', className)}>
      <dt className="text-xs font-normal text-on-ink-muted">{label}</dt>
      <dd>{kurus === undefined ? EMPTY_DASH : <Amount kurus={kurus} />}</dd>
    </div>
  )
}
