import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'
import { controlClasses } from '#client/ui/input.tsx'

/**
 * The browser's own select: phones show their native picker, keyboard and Turkish type-ahead work, and no code is
 * downloaded for it. Choices are `<option>` children.
 */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span data-slot="select" className={cn('relative inline-flex w-full', className)}>
      <select className={cn(controlClasses, 'min-h-11 appearance-none pr-10 md:min-h-10')} {...props}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  )
}
