import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'

/** A grey placeholder of the final size; the text 'Yükleniyor...' is rendered elsewhere. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden
      className={cn('animate-pulse rounded-md bg-secondary-soft', className)}
      {...props}
    />
  )
}
