import { type ComponentProps, createContext, use, useEffect } from 'react'

import { cn } from '#client/lib/cn.ts'

// What forms and menus share with dialogs, whose own code is loaded when one is opened.

/** Keeps the dialog open; returns the function that releases it. */
export const HoldContext = createContext<() => () => void>(() => () => {})

/** While `isBusy`, neither Escape nor the cross closes the surrounding dialog. */
export function useDialogHold(isBusy: boolean): void {
  const hold = use(HoldContext)
  useEffect(() => (isBusy ? hold() : undefined), [hold, isBusy])
}

export const overlayClasses =
  'fixed inset-0 z-50 bg-[rgb(8_12_16/60%)] duration-150 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0'

/** The buttons: in a row on a desktop; stacked on a phone, the main one on top. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn('flex flex-col-reverse gap-2 md:flex-row md:justify-end', className)}
      {...props}
    />
  )
}

/** Replaces the bottom padding of the panel and fades the content that scrolls under it. Not in a low window. */
const STAYING =
  'relative -mx-4 bg-card px-4 pb-[calc(1rem+env(safe-area-inset-bottom))] max-md:flex-row max-md:*:grow md:-mx-6 md:px-6 md:pb-6 [@media(height>=500px)]:sticky [@media(height>=500px)]:bottom-0 before:pointer-events-none before:absolute before:inset-x-0 before:-top-4 before:h-4 before:bg-[linear-gradient(to_top,var(--card),transparent)]'

/** The buttons at the end of a form, visible however far the fields above are scrolled. */
export function DialogFormFooter({ className, ...props }: ComponentProps<'div'>) {
  return <DialogFooter data-stays className={cn(STAYING, className)} {...props} />
}
