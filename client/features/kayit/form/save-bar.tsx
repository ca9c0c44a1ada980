import { FileText } from 'lucide-react'

import { lazyPart } from '#client/components/lazy-part.tsx'
import { UnpricedMark } from '#client/features/kayit/items/unpriced.tsx'
import { TillFigures } from '#client/features/kayit/payments/till-figures.tsx'
import type { Till } from '#client/features/kayit/payments/use-till.ts'
import { SubmitButton } from '#client/forms/form.tsx'
import { cn } from '#client/lib/cn.ts'
import { isQueuedOffline } from '#client/forms/form-state.ts'
import { useIsBusy, useIsDirty } from '#client/forms/use-field.ts'
import type { Form } from '#client/forms/use-form.ts'
import { reserveActionBar } from '#client/lib/reserve-height.ts'
import { shortcutProps } from '#client/lib/shortcuts.ts'
import { useStore } from '#client/lib/store.ts'
import { Button } from '#client/ui/button.tsx'

import { useTotals } from './items-card.tsx'
import type { KayitValues, StoredKayit } from './values.ts'

const Missing = lazyPart(() => import('./missing-fields.tsx'))

interface SaveBarProps {
  form: Form<KayitValues, StoredKayit>
  /** True if the user sees prices. */
  hasPrices: boolean
  isNew: boolean
  /** Absent when there is nothing to save: 'KDV’li PDF' above then opens the document at once. */
  onSaveAndPdf?: (() => void) | undefined
  /** `null` for a new record, and without the right to payments. */
  till: Till | null
  /** The stage of a quote or an appointment, which becomes a visit instead of taking a payment. */
  stage: KayitValues['stage']
  /** Takes a payment, or makes the quote a visit; unsaved changes are stored first. */
  onTake: () => void
}

/** Shows the total and the save buttons, fixed at the bottom of a window that is high enough. */
export function SaveBar({ form, hasPrices, isNew, onSaveAndPdf, till, stage, onTake }: SaveBarProps) {
  const isDirty = useIsDirty(form)
  const isBusy = useIsBusy(form)
  const isQueued = useStore(form.store, isQueuedOffline)
  const act = stage ? (stage === 'quote' ? 'Kayda çevir' : 'Geldi') : 'Tahsilat al'
  return (
    <div
      ref={reserveActionBar}
      data-bar="action"
      data-alone={!isNew || undefined}
      data-ink
      className="sticky bottom-(--bottom-bar) z-20 -mx-4 mt-auto -mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-ink-line bg-ink px-4 py-2 text-on-ink [--ring:var(--ink-mark)] md:-mx-6 md:min-h-17 md:px-6 short:static"
    >
      {hasPrices && <TotalFigures form={form} till={till} />}
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
        {(till || stage) && (
          <Button
            className={cn(BUTTON, isDirty || (till?.money.rest_kurus ?? 1) <= 0 ? QUIET_BUTTON : FILLED)}
            isPending={isBusy}
            disabled={isQueued}
            onClick={onTake}
            {...shortcutProps(act, 'F8')}
          >
            {act}
          </Button>
        )}
        <SubmitButton
          form={form}
          className={cn(BUTTON, !(till || stage) || isDirty ? FILLED : QUIET_BUTTON)}
          {...shortcutProps('Kaydet', 'Control+S')}
        >
          Kaydet
        </SubmitButton>
      </div>
    </div>
  )
}

const BUTTON = 'max-md:px-3 md:min-h-12 md:min-w-28'
const FILLED = 'bg-ink-primary text-on-ink-primary hover:bg-ink-primary-hover'
const QUIET_BUTTON = 'border border-ink-edge bg-transparent text-on-ink hover:bg-ink-raised'
/** On a phone a stored record has its document above the items. */
const PDF =
  'border-ink-edge bg-transparent text-on-ink hover:bg-ink-raised max-md:min-h-12 max-md:w-28 max-md:px-2 max-md:text-sm max-md:whitespace-normal md:min-h-12'

function TotalFigures({ form, till }: Pick<SaveBarProps, 'form' | 'till'>) {
  const totals = useTotals(form)
  const rows = useStore(form.store, ({ values }) => values.islemler)
  return (
    <>
      <TillFigures totals={totals} money={till?.money} />
      <UnpricedMark rows={rows} className="min-h-11 text-on-ink-warning md:self-end md:pb-0.5" />
    </>
  )
}
