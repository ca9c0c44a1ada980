import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toast, Toaster } from 'sonner'

import { toasterMounted, type Speaker } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'

const classNames = {
  toast:
    'pointer-events-auto flex w-full items-center gap-3 rounded-lg border border-border bg-card p-4 font-sans text-foreground shadow-lg',
  title: 'text-base',
  description: 'text-sm text-muted-foreground',
  content: 'min-w-0 flex-1',
}

const UNDO_MS = 10_000
const TICK_MS = 250

/** Keeps its own time: sonner's clock stops for the pointer, but not for the keyboard's focus. */
function UndoButton({ toastId, undo }: { toastId: number; undo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const left = useRef(UNDO_MS)
  useEffect(() => {
    const timer = setInterval(() => {
      const item = button.current?.closest('li')
      if (document.hidden || item?.matches(':hover') || item?.contains(document.activeElement)) return
      left.current -= TICK_MS
      if (left.current <= 0) toast.dismiss(toastId)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [toastId])
  const takeBack = () => {
    toast.dismiss(toastId)
    undo()
  }
  return (
    <Button ref={button} variant="outline" size="sm" onClick={takeBack}>
      Geri al
    </Button>
  )
}

let lastUndo = 0

const speaker: Speaker = {
  success: (text) => toast.success(text),
  error: (text) => toast.error(text),
  info: (text) => toast.info(text),
  undo: (text, undo) => {
    // Negative: sonner counts its own upwards from 1.
    const id = --lastUndo
    toast(text, { id, duration: Number.POSITIVE_INFINITY, action: <UndoButton toastId={id} undo={undo} /> })
  },
}

/** sonner in our look: above a phone's bottom bar, at the right bottom elsewhere. */
export default function Sonner() {
  // Runs after the toaster's own effect, which begins to listen.
  useEffect(() => toasterMounted(speaker), [])
  return (
    <Toaster
      position="bottom-right"
      containerAriaLabel="Bildirimler"
      offset={{ bottom: 'calc(var(--bottom-bar) + var(--action-bar) + 1.5rem)' }}
      mobileOffset={{ bottom: 'calc(var(--bottom-bar) + var(--action-bar) + 0.75rem)' }}
      icons={{
        success: <CircleCheck aria-hidden className="text-success" />,
        error: <CircleAlert aria-hidden className="text-destructive" />,
        info: <Info aria-hidden className="text-info" />,
      }}
      toastOptions={{ unstyled: true, classNames }}
    />
  )
}
