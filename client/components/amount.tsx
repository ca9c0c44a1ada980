import { cn } from '#client/lib/cn.ts'
import { formatTL } from '#shared/money.ts'

interface AmountProps {
  kurus: number
  className?: string
}

/** A key amount, with muted kuruş so that the lira are read first. It is not for sentences and inputs. */
export function Amount({ kurus, className }: AmountProps) {
  const text = formatTL(kurus)
  const comma = text.lastIndexOf(',')
  return (
    <span className={cn('whitespace-nowrap tabular-nums', className)}>
      {text.slice(0, comma)}
      <span data-slot="kurus" className="font-normal text-muted-foreground in-data-ink:text-on-ink-muted">
        {text.slice(comma)}
      </span>
    </span>
  )
}
