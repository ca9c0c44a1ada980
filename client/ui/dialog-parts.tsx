import { type ComponentProps, createContext, use, useEffect } from 'react'

import { cn } from '#client/lib/cn.ts'

// The parts that forms and menus share with dialogs, whose own code is loaded when one is opened.

/** The function that keeps the dialog open; it returns the function that releases it. */
export const HoldContext = createContext<() => () => void>(() => () => {})

/** Keeps the surrounding dialog open while `isBusy`: neither Escape nor the cross closes it. */
export function useDialogHold(isBusy: boolean): void {
  const hold = use(HoldContext)
  useEffect(() => (isBusy ? hold() : undefined), [hold, isBusy])
}

export const overlayClasses =
  'fixed inset-0 z-50 bg-[rgb(8_12_16/60%)] duration-150 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0'

/** The buttons of a dialog: in a row on a desktop; stacked on a phone, the main one on top. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn('flex flex-col-reverse gap-2 md:flex-row md:justify-end', className)}
      {...props}
    />
  )
}

/**
 * The look of buttons that stay visible: they replace the bottom padding of the panel and fade the content below them.
 * A low window has none.
 */
const STAYING =
  'relative -mx-4 bg-card px-4 pb-[calc(1rem+env(safe-area-inset-bottom))] max-md:flex-row max-md:*:grow md:-mx-6 md:px-6 md:pb-6 [@media(height>=500px)]:sticky [@media(height>=500px)]:bottom-0 before:pointer-events-none before:absolute before:inset-x-0 before:-top-4 before:h-4 before:bg-[linear-gradient(to_top,var(--card),transparent)]'

/** The buttons at the end of a form, visible however far the fields above are scrolled. */
export function DialogFormFooter({ className, ...props }: ComponentProps<'div'>) {
  return <DialogFooter data-stays className={cn(STAYING, className)} {...props} />
}
