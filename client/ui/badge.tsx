import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'

const badgeVariants = cva(
  'inline-flex w-fit shrink-0 items-center gap-1.5 rounded-md px-2 py-0.5 text-sm font-medium whitespace-nowrap [&_.lucide]:size-4',
  {
    variants: {
      variant: {
        primary: 'bg-primary-soft text-primary-ink',
        success: 'bg-success-soft text-success-ink',
        warning: 'bg-warning-soft text-warning-ink',
        danger: 'bg-danger-soft text-danger-ink',
        info: 'bg-info-soft text-info-ink',
        secondary: 'bg-secondary-soft text-secondary-ink',
      },
    },
    defaultVariants: { variant: 'secondary' },
  },
)

export type BadgeVariant = NonNullable<VariantProps<typeof badgeVariants>['variant']>

/** A word with an icon before it, because colour alone conveys nothing. */
export function Badge({ className, variant, ...props }: ComponentProps<'span'> & { variant?: BadgeVariant }) {
  return <span data-slot="badge" className={cn(badgeVariants({ variant }), className)} {...props} />
}
