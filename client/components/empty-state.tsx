import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'

import { rescueFocus } from '#client/lib/rescue-focus.ts'

interface EmptyStateProps {
  /** 'Sonuç bulunamadı.' */
  title: string
  /** A hint for the user's next step. */
  hint?: ReactNode
  /** A button, e.g. 'Temizle'. */
  children?: ReactNode
}

export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div ref={rescueFocus} className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <SearchX aria-hidden className="size-8 text-muted-foreground" />
      <output className="font-semibold">{title}</output>
      {hint !== undefined && <p className="text-muted-foreground">{hint}</p>}
      {children}
    </div>
  )
}
