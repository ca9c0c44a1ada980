import type { ComponentProps, ReactNode } from 'react'

import { cn } from '#client/lib/cn.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  /** The label next to the box; the whole line is the target. */
  label: ReactNode
}

/** The browser's own checkbox with its label, in a line of 44 px on a phone. */
export function Checkbox({ label, className, ...props }: CheckboxProps) {
  return (
    <label
      data-slot="checkbox"
      className={cn('inline-flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9', className)}
    >
      <input type="checkbox" className="size-6 shrink-0 accent-primary" {...props} />
      <span>{label}</span>
    </label>
  )
}
