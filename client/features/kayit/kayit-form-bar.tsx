import { Button } from '#client/ui/button.tsx'
import { EMPTY_DASH } from '#shared/date.ts'
import { formatTL, type Totals } from '#shared/money.ts'

export interface SaveBarProps {
  totals: Totals | null
  isPending: boolean
}

/** The total and the second 'Kaydet' stay in sight at the bottom of a window that is high enough. */
export function SaveBar({ totals, isPending }: SaveBarProps) {
  return (
    <div
      data-bar="action"
      className="sticky bottom-(--bottom-bar) z-20 -mx-4 mt-4 -mb-6 flex items-center justify-between gap-4 border-t border-border bg-card px-4 py-2 shadow-lg md:mx-0 md:rounded-t-lg md:border-x md:px-6 short:static"
    >
      <p className="min-w-0">
        <span className="text-sm text-muted-foreground max-md:block">KDV dahil toplam </span>
        <span className="text-lg font-semibold">
          {totals === null ? EMPTY_DASH : formatTL(totals.brut_kurus)}
        </span>
      </p>
      <Button type="submit" pending={isPending}>
        Kaydet
      </Button>
    </div>
  )
}
