import { cn } from '#client/lib/cn.ts'
import type { Ages } from '#shared/balance/rules.ts'
import { formatTL } from '#shared/money.ts'

/** The ages of debts, in days since the record became due, and their colours: an older debt is darker. */
export const DEBT_AGES = [
  { label: '0–30 gün', color: 'bg-debt-1' },
  { label: '31–60 gün', color: 'bg-debt-2' },
  { label: '61–90 gün', color: 'bg-debt-3' },
  { label: '90 günü geçen', color: 'bg-debt-4' },
] as const

/** A bar with a part for each age; the words stand beside it. */
export function DebtBar({ ages, className }: { ages: Ages; className?: string }) {
  return (
    <span aria-hidden className={cn('flex h-2 gap-0.5 print:hidden', className)}>
      {DEBT_AGES.map(
        ({ label, color }, age) =>
          (ages[age] ?? 0) > 0 && (
            <span key={label} className={cn('min-w-1 rounded-xs', color)} style={{ flexGrow: ages[age] }} />
          ),
      )}
    </span>
  )
}

/** Returns the ages with a debt in words: '90 günü geçen ₺1.850,00'. */
export const agesText = (ages: Ages): string =>
  DEBT_AGES.flatMap(({ label }, age) =>
    (ages[age] ?? 0) > 0 ? [`${label} ${formatTL(ages[age] ?? 0)}`] : [],
  ).join(', ')
