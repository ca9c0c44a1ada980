import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'

import { cn } from '#client/lib/cn.ts'
import { TableHead } from '#client/ui/table.tsx'

const ICONS = { asc: ArrowUp, desc: ArrowDown, none: ArrowUpDown }
const ARIA = { asc: 'ascending', desc: 'descending' } as const

export interface SortHeaderProps {
  sorted: 'asc' | 'desc' | false
  align?: 'right' | undefined
  className?: string
  onSort: () => void
  children: string
}

/** A column head with its button; only the column that sorts carries `aria-sort`. */
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
          // Of a table's head on the second sheet, Chromium leaves out what is in a button's box.
          'print:contents flex h-11 w-full items-center gap-1.5 px-3 text-left hover:text-primary md:max-lg:px-2 focus-visible:outline-offset-[-2px]',
          align === 'right' && 'justify-end',
        )}
        onClick={onSort}
      >
        {children}
        <Icon
          aria-hidden
          className={cn('size-4', sorted === false && 'text-muted-foreground md:max-lg:hidden')}
        />
      </button>
    </TableHead>
  )
}
