import type { ReactNode } from 'react'

import { Plate } from '#client/components/plate.tsx'
import { useDocumentTitle } from '#client/lib/use-document-title.ts'
import { joinIsolated } from '#shared/bidi.ts'

interface PageHeaderProps {
  /** The screen's one `h1`, also the tab's title. */
  title: string
  /** The plate of the subject, drawn as one; '' for none. */
  plate?: string
  /** The rest of the subject, below the screen's name in the same heading: 'Ayşe Işık'. */
  about?: string
  /** Buttons of the screen, at the end of the line. */
  children?: ReactNode
}

export function PageHeader({ title, plate = '', about = '', children }: PageHeaderProps) {
  useDocumentTitle(tabTitle({ title, plate, about }))
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      {plate !== '' ? (
        <h1 className="grid min-w-0 items-center gap-x-4 gap-y-1 md:grid-cols-[auto_minmax(8rem,1fr)]">
          <span className="text-sm font-medium text-muted-foreground md:col-start-2 md:self-end">
            {title}
          </span>{' '}
          <Plate
            text={plate}
            size="xl"
            className="justify-self-start md:col-start-1 md:row-span-2 md:row-start-1"
          />
          {about !== '' && (
            <span className="min-w-0 self-start text-lg font-semibold wrap-anywhere md:col-start-2">
              <span className="sr-only">{SEPARATOR}</span>
              {about}
            </span>
          )}
        </h1>
      ) : about === '' ? (
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

const SEPARATOR = ' · '

/** Returns the title of the tab. It begins with the subject, because a tab shows little text. */
export function tabTitle({ title, plate = '', about = '' }: Omit<PageHeaderProps, 'children'>): string {
  const subject = joinIsolated(SEPARATOR, [plate, about])
  return subject === '' ? title : `${subject} – ${title}`
}
