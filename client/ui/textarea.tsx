import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'
import { controlClasses } from '#client/ui/input.tsx'

/** A field of several lines that grows with its text if the browser supports it. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(controlClasses, 'field-sizing-content min-h-24 py-2 read-only:bg-sunken', className)}
      {...props}
    />
  )
}
