import { X } from 'lucide-react'
import { Dialog as DialogPrimitive } from 'radix-ui'
import { type ComponentProps, useCallback, useRef } from 'react'

import { cn } from '#client/lib/cn.ts'
import { Button } from '#client/ui/button.tsx'
import { HoldContext, overlayClasses } from '#client/ui/dialog-parts.tsx'
import { useReturnFocus } from '#client/ui/use-return-focus.ts'

export function Dialog({ onOpenChange, ...props }: ComponentProps<typeof DialogPrimitive.Root>) {
  const isHeld = useRef(false)
  const hold = useCallback(() => {
    isHeld.current = true
    return () => {
      isHeld.current = false
    }
  }, [])
  const change = (open: boolean) => {
    if (!isHeld.current) onOpenChange?.(open)
  }
  return (
    <HoldContext value={hold}>
      <DialogPrimitive.Root {...props} onOpenChange={change} />
    </HoldContext>
  )
}

/**
 * The look of the panel: a sheet at the bottom of a phone, a centred box elsewhere; it scrolls inside if it is too
 * high.
 */
export const panelClasses =
  'fixed inset-x-0 bottom-0 z-50 grid max-h-[92dvh] scroll-p-4 gap-4 overflow-y-auto rounded-t-lg border border-border bg-card p-4 pb-[calc(1rem+env(safe-area-inset-bottom))] shadow-lg duration-150 outline-none data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0 md:inset-x-auto md:top-1/2 md:bottom-auto md:left-1/2 has-data-stays:scroll-pb-24 has-data-stays:pb-0! md:w-full md:max-w-lg md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-lg md:p-6'

/** The panel of a dialog. It needs a DialogTitle; without a DialogDescription pass `aria-describedby={undefined}`. */
export function DialogContent({
  className,
  children,
  ...props
}: ComponentProps<typeof DialogPrimitive.Content>) {
  const focus = useReturnFocus(props)
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay data-slot="dialog-overlay" className={overlayClasses} />
      <DialogPrimitive.Content
        data-slot="dialog-content"
        className={cn(panelClasses, className)}
        {...props}
        {...focus}
      >
        {children}
        <DialogPrimitive.Close asChild>
          <Button variant="ghost" size="icon" aria-label="Kapat" className="absolute top-2 right-2">
            <X aria-hidden />
          </Button>
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  )
}

export function DialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="dialog-header" className={cn('grid gap-1.5 pr-10', className)} {...props} />
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof DialogPrimitive.Title>) {
  return (
    <DialogPrimitive.Title
      data-slot="dialog-title"
      className={cn('text-lg font-semibold wrap-anywhere', className)}
      {...props}
    />
  )
}

export function DialogDescription({
  className,
  ...props
}: ComponentProps<typeof DialogPrimitive.Description>) {
  return (
    <DialogPrimitive.Description
      data-slot="dialog-description"
      className={cn('text-muted-foreground wrap-anywhere', className)}
      {...props}
    />
  )
}
