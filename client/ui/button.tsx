import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { cloneElement, type ComponentProps, isValidElement, type MouseEvent } from 'react'

import { cn } from '#client/lib/cn.ts'

export const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-[background-color,opacity] duration-150 select-none disabled:pointer-events-none disabled:opacity-55 aria-disabled:cursor-default',
  {
    variants: {
      variant: {
        default: 'bg-primary text-primary-foreground hover:bg-primary-hover',
        destructive: 'bg-destructive text-destructive-foreground hover:bg-destructive-hover',
        outline: 'border border-input bg-card text-foreground hover:bg-sunken',
        ghost: 'text-foreground hover:bg-sunken',
        link: 'text-primary underline underline-offset-4 hover:text-primary-hover',
      },
      size: {
        default: 'min-h-11 min-w-11 px-4 md:min-h-10',
        sm: 'min-h-11 min-w-11 px-3 text-sm md:min-h-9',
        icon: 'size-11 md:size-9',
      },
    },
    compoundVariants: [{ variant: 'default', size: 'default', className: 'min-h-12 md:min-h-10' }],
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Whether the button gives its look to its child, a link. */
  asChild?: boolean
  /** Whether the action is running: the button announces it, keeps focus and name, and ignores presses. */
  isPending?: boolean
}

const LOOK = { 'data-slot': 'button' }

/**
 * A button, 44 px high on a phone (48 for the primary action), 40 or 36 px on a desktop. `type` is 'button' by default.
 */
export function Button({
  className,
  variant,
  size,
  asChild = false,
  isPending = false,
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className)
  const { children, onClick, ...rest } = props
  if (asChild && isValidElement<{ className?: string }>(children))
    return cloneElement(children, {
      ...(onClick && { onClick }),
      ...rest,
      ...LOOK,
      className: cn(classes, children.props.className),
    })
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // `disabled` would drop the keyboard focus.
    if (isPending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      data-slot="button"
      type="button"
      className={classes}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={press}
      {...rest}
    >
      {isPending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  )
}
