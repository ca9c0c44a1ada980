import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'

/** The look of a link or button in a `MenuPanel`: its icon before its words. */
export const MENU_LINE =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-left font-medium hover:bg-sunken md:min-h-10'

/** The panel that a button unfolds below itself (`useDisclosure`); it renders its content only while it is open. */
export function MenuPanel({ hidden, className, children, ...props }: ComponentProps<'div'>) {
  return (
    <div
      hidden={hidden}
      className={cn(
        'absolute top-full right-0 z-20 w-64 rounded-lg border border-border bg-card p-2 text-left text-base text-foreground shadow-lg [--ring:var(--primary)]',
        className,
      )}
      {...props}
    >
      {hidden !== true && children}
    </div>
  )
}
