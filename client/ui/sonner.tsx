import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { toast, Toaster } from 'sonner'

import { type ToastSender, type ToastLink, registerToaster } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { useToastOffset } from '#client/ui/toast-offset.ts'

const classNames = {
  toast:
    'pointer-events-auto flex w-full items-center gap-3 rounded-lg border border-border bg-card p-4 font-sans text-foreground shadow-lg',
  title: 'text-base',
  description: 'text-sm text-muted-foreground',
  content: 'min-w-0 flex-1',
}

const STAY_MS = 10_000
const TICK_MS = 250

/** Dismisses a message by its own timer, because sonner's pauses for the pointer but not for the keyboard focus. */
function Stay({ toastId, children }: { toastId: number; children: ReactElement }) {
  const container = useRef<HTMLSpanElement>(null)
  const left = useRef(STAY_MS)
  useEffect(() => {
    const timer = setInterval(() => {
      const item = container.current?.closest('li')
      if (document.hidden || item?.matches(':hover') || item?.contains(document.activeElement)) return
      left.current -= TICK_MS
      if (left.current <= 0) toast.dismiss(toastId)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [toastId])
  return (
    <span ref={container} className="contents">
      {children}
    </span>
  )
}

let lastId = 0

/** Returns the options of a message with an action. */
function staying(act: (dismiss: () => void) => ReactElement) {
  // The id is negative, because sonner counts its own ids upwards from 1.
  const id = --lastId
  const action = <Stay toastId={id}>{act(() => toast.dismiss(id))}</Stay>
  return { id, duration: Number.POSITIVE_INFINITY, action }
}

const sender: ToastSender = {
  success: (text, link) =>
    toast.success(text, link && staying((dismiss) => <LinkTo {...link} dismiss={dismiss} />)),
  error: (text) => toast.error(text),
  info: (text) => toast.info(text),
  undo: (text, act, label = 'Geri al') => {
    const press = (dismiss: () => void) => () => {
      dismiss()
      act()
    }
    toast(
      text,
      staying((dismiss) => (
        <Button variant="outline" size="sm" onClick={press(dismiss)}>
          {label}
        </Button>
      )),
    )
  },
}

function LinkTo({ label, href, onOpen, dismiss }: ToastLink & { dismiss: () => void }) {
  const press = () => {
    dismiss()
    onOpen?.()
  }
  return (
    <Button asChild variant="outline" size="sm">
      <a href={href} target="_blank" rel="noopener" onClick={press}>
        {label}
      </a>
    </Button>
  )
}

/** The messages of sonner in our look, at the bottom right; they cover no bar and no field with the focus. */
export default function Sonner() {
  // The effect runs after the one in which the toaster subscribes.
  useEffect(() => registerToaster(sender), [])
  const bottom = useToastOffset()
  return (
    <Toaster
      position="bottom-right"
      containerAriaLabel="Bildirimler"
      offset={{ bottom }}
      mobileOffset={{ bottom }}
      icons={{
        success: <CircleCheck aria-hidden className="text-success" />,
        error: <CircleAlert aria-hidden className="text-destructive" />,
        info: <Info aria-hidden className="text-info" />,
      }}
      toastOptions={{ unstyled: true, classNames }}
    />
  )
}
