import { FileText } from 'lucide-react'

import { SubmitButton } from '#client/forms/form.tsx'
import { useIsBusy } from '#client/forms/use-field.ts'
import type { Form } from '#client/forms/use-form.ts'
import { keyHint } from '#client/lib/shortcuts.ts'
import { Button } from '#client/ui/button.tsx'
import { EMPTY_DASH } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'

import { useTotals } from './items-card.tsx'
import type { KayitValues, StoredKayit } from './values.ts'

export interface SaveBarProps {
  form: Form<KayitValues, StoredKayit>
  /** Absent when there is nothing to save: 'KDV’li PDF' above then opens the document at once. */
  onSaveAndPdf?: (() => void) | undefined
}

/** The total, 'Kaydet ve KDV’li PDF' and the second 'Kaydet', fixed at the bottom of a window that is high enough. */
export function SaveBar({ form, onSaveAndPdf }: SaveBarProps) {
  const totals = useTotals(form)
  const isBusy = useIsBusy(form)
  return (
    <div
      data-bar="action"
      className="sticky bottom-(--bottom-bar) z-20 -mx-4 mt-4 -mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-border bg-card px-4 py-2 shadow-lg md:mx-0 md:rounded-t-lg md:border-x md:px-6 short:static"
    >
      <p className="min-w-0">
        <span className="text-sm text-muted-foreground max-md:block">KDV dahil toplam </span>
        <span className="text-lg font-semibold">
          {totals === null ? EMPTY_DASH : formatTL(totals.brut_kurus)}
        </span>
      </p>
      <div className="flex items-center gap-2">
        {onSaveAndPdf !== undefined && (
          <Button
            variant="outline"
            className="max-md:min-h-12 max-md:w-28 max-md:px-2 max-md:text-sm max-md:whitespace-normal"
            pending={isBusy}
            onClick={onSaveAndPdf}
            {...keyHint('Kaydet ve KDV’li PDF', 'Control+Shift+Enter')}
          >
            <FileText aria-hidden className="max-md:hidden" />
            Kaydet ve KDV’li PDF
          </Button>
        )}
        <SubmitButton form={form} {...keyHint('Kaydet', 'Control+S')}>
          Kaydet
        </SubmitButton>
      </div>
    </div>
  )
}
