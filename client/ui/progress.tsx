import { cn } from '#client/lib/cn.ts'

const COLOURS = {
  primary: 'text-primary',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-destructive',
}

export interface ProgressProps {
  /** The value from 0 to 100. */
  value: number
  /** The accessible name. */
  label: string
  variant?: keyof typeof COLOURS
  className?: string
}

/** A bar from 0 to 100; show the number in words beside it too. */
export function Progress({ value, label, variant = 'primary', className }: ProgressProps) {
  return (
    <progress
      data-slot="progress"
      aria-label={label}
      max={100}
      value={value}
      className={cn(
        'block h-2.5 w-full appearance-none overflow-hidden rounded-full border border-input bg-sunken',
        '[&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-current',
        COLOURS[variant],
        className,
      )}
    />
  )
}
