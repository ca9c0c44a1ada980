import { cn } from '#client/lib/cn.ts'
import { useWarranty, type WarrantyVisit } from '#client/lib/use-warranty.ts'
import { isolated } from '#shared/bidi.ts'

/** Shows the work of a car that is under warranty on a visit; nothing without any. */
export function WarrantyLine({ className, ...visit }: WarrantyVisit & { className?: string }) {
  const text = useWarranty(visit)
  if (text === '') return null
  return (
    <p className={cn('text-sm font-medium wrap-anywhere text-success-ink', className)}>{isolated(text)}</p>
  )
}
