import type { ReactNode } from 'react'

import { useDocumentTitle } from '#client/lib/use-document-title.ts'

export interface PageHeaderProps {
  /** The screen's one `h1`, also the tab's title. */
  title: string
  /** Buttons of the screen, at the end of the line. */
  children?: ReactNode
}

export function PageHeader({ title, children }: PageHeaderProps) {
  useDocumentTitle(title)
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {children !== undefined && (
        <div data-print="hide" className="flex flex-wrap items-center gap-2">
          {children}
        </div>
      )}
    </div>
  )
}
