import { ArrowDown, ArrowUp } from 'lucide-react'

import { cn } from '#client/lib/cn.ts'
import { TableHead } from '#client/ui/table.tsx'

const ICONS = { asc: ArrowUp, desc: ArrowDown }
const ARIA = { asc: 'ascending', desc: 'descending' } as const

/** The quiet look of a list's heads. */
export const HEAD_LOOK = 'h-9.5 text-xs font-medium text-muted-foreground'

interface SortHeaderProps {
  sorted: 'asc' | 'desc' | false
  align?: 'right' | undefined
  className?: string | false
  onSort: () => void
  children: string
}

/** A column head with its sort button; only the sorted column has `aria-sort`. */
export function SortHeader({ sorted, align, className, onSort, children }: SortHeaderProps) {
  const Icon = sorted !== false && ICONS[sorted]
  return (
    <TableHead
      aria-sort={sorted === false ? undefined : ARIA[sorted]}
      className={cn(
        HEAD_LOOK,
        sorted !== false && 'text-foreground',
        'p-0 print:h-8 print:px-1 print:text-xs',
        align === 'right' && 'print:text-right',
        className,
      )}
    >
      <button
        type="button"
        className={cn(
          // Chromium does not print the content of a button's box in a repeated table head.
          'print:contents flex h-9.5 w-full items-center gap-1 px-3 text-left leading-4 hover:text-primary md:max-xl:px-1.5 xl:max-[90rem]:px-2 focus-visible:outline-offset-[-2px]',
          align === 'right' && 'justify-end',
        )}
        onClick={onSort}
      >
        {children}
        {Icon && <Icon aria-hidden className="size-3.5" />}
      </button>
    </TableHead>
  )
}
