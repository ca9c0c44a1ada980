import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { toast, Toaster } from 'sonner'

import { toasterMounted } from '#client/lib/toast.ts'

const classNames = {
  toast:
    'pointer-events-auto flex w-full items-center gap-3 rounded-lg border border-border bg-card p-4 font-sans text-foreground shadow-lg',
  title: 'text-base',
  description: 'text-sm text-muted-foreground',
  content: 'min-w-0 flex-1',
  actionButton:
    'inline-flex min-h-11 shrink-0 items-center rounded-md border border-input bg-card px-3 text-sm font-medium hover:bg-sunken md:min-h-9',
}

/** sonner in our look: above a phone's bottom bar, at the right bottom elsewhere. */
export default function Sonner() {
  // Runs after the toaster's own effect, which begins to listen.
  useEffect(() => toasterMounted(toast), [])
  return (
    <Toaster
      position="bottom-right"
      containerAriaLabel="Bildirimler"
      mobileOffset={{ bottom: 'calc(var(--bottom-bar) + 0.75rem)' }}
      icons={{
        success: <CircleCheck aria-hidden className="text-success" />,
        error: <CircleAlert aria-hidden className="text-destructive" />,
        info: <Info aria-hidden className="text-info" />,
      }}
      toastOptions={{ unstyled: true, classNames }}
    />
  )
}
