import { cva, type VariantProps } from 'class-variance-authority'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'

const alertVariants = cva('flex items-start gap-3 rounded-lg border border-current/40 px-4 py-3', {
  variants: {
    variant: {
      danger: 'bg-danger-soft text-danger-ink',
      warning: 'bg-warning-soft text-warning-ink',
      success: 'bg-success-soft text-success-ink',
      info: 'bg-info-soft text-info-ink',
    },
  },
  defaultVariants: { variant: 'danger' },
})

const ICONS = { danger: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info }

type AlertVariant = NonNullable<VariantProps<typeof alertVariants>['variant']>

/** An inline message. Red and yellow ones interrupt a screen reader, the others are announced politely. */
export function Alert({
  className,
  variant = 'danger',
  children,
  ...props
}: ComponentProps<'div'> & { variant?: AlertVariant }) {
  const Icon = ICONS[variant]
  const role = variant === 'danger' || variant === 'warning' ? 'alert' : 'status'
  return (
    <div data-slot="alert" role={role} className={cn(alertVariants({ variant }), className)} {...props}>
      <Icon aria-hidden className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
