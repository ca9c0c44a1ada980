import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'

/*
 * A real table; give it a `<caption className="sr-only">`. The roles are repeated because the card layout of a
 * phone changes `display`, which removes the table semantics in some browsers.
 */
export function Table({ className, role = 'table', ...props }: ComponentProps<'table'>) {
  return (
    <table
      data-slot="table"
      role={role}
      className={cn('w-full border-separate [border-spacing:0]', className)}
      {...props}
    />
  )
}

export function TableHeader({ className, role = 'rowgroup', ...props }: ComponentProps<'thead'>) {
  return <thead data-slot="table-header" role={role} className={cn('bg-sunken', className)} {...props} />
}

export function TableBody({ role = 'rowgroup', ...props }: ComponentProps<'tbody'>) {
  return <tbody data-slot="table-body" role={role} {...props} />
}

export function TableFooter({ className, role = 'rowgroup', ...props }: ComponentProps<'tfoot'>) {
  return (
    <tfoot
      data-slot="table-footer"
      role={role}
      className={cn('bg-sunken font-semibold', className)}
      {...props}
    />
  )
}

export function TableRow({ role = 'row', ...props }: ComponentProps<'tr'>) {
  return <tr data-slot="table-row" role={role} {...props} />
}

export function TableHead({ className, scope = 'col', ...props }: ComponentProps<'th'>) {
  return (
    <th
      data-slot="table-head"
      scope={scope}
      role={scope === 'row' ? 'rowheader' : 'columnheader'}
      className={cn('h-11 border-b border-border px-3 text-left text-sm font-semibold', className)}
      {...props}
    />
  )
}

/** Returns the props of a cell, for tables that draw very many. */
export const tableCell = (className?: string) => ({
  'data-slot': 'table-cell',
  role: 'cell',
  className: cn('border-b border-border px-3 py-1', className),
})

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td {...tableCell(className)} {...props} />
}
