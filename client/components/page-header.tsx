import type { ReactNode } from 'react'

import { useDocumentTitle } from '#client/lib/use-document-title.ts'

export interface PageHeaderProps {
  /** The screen's one `h1`, also the tab's title. */
  title: string
  /** The subject of the screen, below its name in the same heading: '34 ABC 123 · Ayşe Işık'. */
  about?: string
  /** Buttons of the screen, at the end of the line. */
  children?: ReactNode
}

export function PageHeader({ title, about = '', children }: PageHeaderProps) {
  useDocumentTitle(tabTitle(title, about))
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      {about === '' ? (
        <h1 className="text-2xl font-semibold">{title}</h1>
      ) : (
        <h1 className="min-w-0">
          <span className="block text-sm text-muted-foreground">{title}</span>{' '}
          <span className="block text-2xl font-semibold wrap-anywhere">{about}</span>
        </h1>
      )}
      {children !== undefined && (
        <div data-print="hide" className="flex flex-wrap items-center gap-2">
          {children}
        </div>
      )}
    </div>
  )
}

/** A tab shows little text, so the subject comes before the name of the screen. */
export const tabTitle = (title: string, about: string) => (about === '' ? title : `${about} – ${title}`)
