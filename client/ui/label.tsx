import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'

/** The label of a control, linked by id. */
export function Label({ className, htmlFor, ...props }: ComponentProps<'label'> & { htmlFor: string }) {
  return (
    <label data-slot="label" htmlFor={htmlFor} className={cn('text-sm font-medium', className)} {...props} />
  )
}
