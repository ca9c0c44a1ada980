import { useState, type ReactNode } from 'react'

import { ProductMark } from '#client/components/product-mark.tsx'
import { interruptionReason } from '#client/lib/session.ts'
import { useDocumentTitle } from '#client/lib/use-document-title.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Card } from '#client/ui/card.tsx'

/** Dark band at the top, on which the card lies, in the colour of the panel's frame. */
const INK_ABOVE =
  'before:absolute before:inset-x-0 before:top-0 before:-z-1 before:h-44 before:border-b before:border-ink-line before:bg-ink md:before:h-[calc(14vh+9rem)]'

interface LoginScreenProps {
  /** Title of the browser's tab. */
  title: string
  /** Sentence that says what to do here. */
  lead: string
  children: ReactNode
}

/** Shows the page around the login form and why the user was sent here; it keeps clear of the cookie banner. */
export function LoginScreen({ title, lead, children }: LoginScreenProps) {
  useDocumentTitle(title)
  const [reason] = useState(interruptionReason)
  return (
    <main
      className={`isolate mx-auto grid min-h-dvh w-full max-w-md content-start gap-6 px-4 pt-8 pb-[calc(var(--cookie-banner)+1rem)] md:pt-[14vh] short:pb-4 ${INK_ABOVE}`}
    >
      <div className="flex items-center gap-3 text-on-ink">
        <ProductMark className="size-11 shrink-0 rounded-md outline-[1.5px] outline-plate" />
        <div>
          <h1 className="text-xl font-semibold">Oto Servis Yönetim Paneli</h1>
          <p className="text-on-ink-muted">{lead}</p>
        </div>
      </div>
      <Card className="shadow-lg">
        {reason && (
          <Alert variant="info" className="mb-4">
            {reason}
          </Alert>
        )}
        {children}
      </Card>
    </main>
  )
}
