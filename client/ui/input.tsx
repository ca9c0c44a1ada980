import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'

/** The shared look of text and choice fields: border with 3:1 contrast to the page, red when invalid. */
export const controlClasses =
  'w-full min-w-0 rounded-md border border-input bg-card px-3 text-base text-foreground transition-colors duration-150 focus-visible:outline-offset-0 focus-visible:border-ring aria-invalid:border-destructive aria-invalid:focus-visible:outline-destructive disabled:bg-sunken disabled:text-muted-foreground'

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(controlClasses, 'min-h-11 read-only:bg-sunken md:min-h-10', className)}
      {...props}
    />
  )
}
