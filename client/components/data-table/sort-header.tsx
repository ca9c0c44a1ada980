import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'

import { cn } from '#client/lib/cn.ts'
import { TableHead } from '#client/ui/table.tsx'

const ICONS = { asc: ArrowUp, desc: ArrowDown, none: ArrowUpDown }
const ARIA = { asc: 'ascending', desc: 'descending' } as const

interface SortHeaderProps {
  sorted: 'asc' | 'desc' | false
  align?: 'right' | undefined
  className?: string | false
  onSort: () => void
  children: string
}

/** A column head with its sort button; only the sorted column has `aria-sort`. */
export function SortHeader({ sorted, align, className, onSort, children }: SortHeaderProps) {
  const Icon = ICONS[sorted || 'none']
  return (
    <TableHead
      aria-sort={sorted === false ? undefined : ARIA[sorted]}
      className={cn(
        'p-0 print:h-8 print:px-1 print:text-xs',
        align === 'right' && 'print:text-right',
        className,
      )}
    >
      <button
        type="button"
        className={cn(
          // Chromium does not print the content of a button's box in a repeated table head.
          'print:contents flex h-11 w-full items-center gap-1.5 px-3 text-left hover:text-primary md:max-xl:px-1.5 xl:max-[90rem]:px-2 md:max-lg:text-xs focus-visible:outline-offset-[-2px]',
          align === 'right' && 'justify-end',
        )}
        onClick={onSort}
      >
        {children}
        <Icon
          aria-hidden
          className={cn('size-4', sorted === false && 'text-muted-foreground md:max-xl:hidden')}
        />
      </button>
    </TableHead>
  )
}
