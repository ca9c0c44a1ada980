import { MessageCircle } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { Button } from '#client/ui/button.tsx'

import type { TomorrowDialogProps, TomorrowProps } from './tomorrow-dialog.tsx'

const TomorrowDialog = lazyDialog<TomorrowDialogProps>(() => import('./tomorrow-dialog.tsx'))

/** Opens the list of tomorrow's appointments, from which each customer is reminded; renders nothing without any. */
export function TomorrowButton({ className, ...list }: TomorrowProps & { className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const { length } = list.appointments
  if (length === 0 && !isOpen) return null
  return (
    <>
      <Button variant="ghost" size="sm" className={className} onClick={() => setOpen(true)}>
        <MessageCircle aria-hidden />
        {`Yarın için yaz (${length})`}
      </Button>
      <TomorrowDialog open={isOpen} onOpenChange={setOpen} {...list} />
    </>
  )
}
