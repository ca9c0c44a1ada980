import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'

import { tabTitle } from '#client/components/page-header.tsx'
import { initialsOf } from '#client/components/initials.ts'
import { Plate } from '#client/components/plate.tsx'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { useDocumentTitle } from '#client/lib/use-document-title.ts'
import { Button } from '#client/ui/button.tsx'
import { formatDay } from '#shared/date.ts'
import type { VisitFacts } from '#shared/history/schema.ts'

import { Contact, PHONE_ROW } from './contact.tsx'

interface SubjectHeadProps {
  /** The kind of the subject, which only screen readers and the tab name: 'Araç'. */
  title: string
  /** The plate of a car, '' for a car without one; absent for a customer, who gets initials. */
  plate?: string
  name: string
  /** The line below the name. */
  about: ReactNode
  /** The number that 'Ara' calls, '' for none. */
  phone: string
  /** The fields that 'Yeni kayıt' prefills. */
  newRecordOf: Readonly<Record<string, string>>
  /** The menu of the other actions. */
  children: ReactNode
}

/** The head of a car or customer: who it is, and one row of buttons. */
export function SubjectHead({ title, plate, name, about, phone, newRecordOf, children }: SubjectHeadProps) {
  useDocumentTitle(tabTitle({ title, plate: plate ?? '', about: name }))
  const mark = 'md:row-span-2'
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div
        className={cn(
          'grid min-w-0 items-center gap-x-4 gap-y-0.5',
          plate === undefined ? 'grid-cols-[auto_minmax(0,1fr)]' : 'md:grid-cols-[auto_minmax(8rem,1fr)]',
        )}
      >
        {/* The line below the name is no part of the heading, but stands in the same grid. */}
        <h1 className="contents">
          <span className="sr-only">{`${title} `}</span>
          {plate === undefined && (
            <span
              aria-hidden
              className="row-span-2 grid size-12 place-items-center rounded-full bg-secondary-soft font-semibold text-secondary-ink"
            >
              {initialsOf(name)}
            </span>
          )}
          {plate !== undefined && plate !== '' && (
            <Plate text={plate} size="xl" className={cn(mark, 'justify-self-start max-md:mb-1.5')} />
          )}
          {plate !== undefined && plate !== '' && name !== '' && <span className="sr-only"> · </span>}
          <span className="min-w-0 self-end text-xl font-semibold wrap-anywhere md:col-start-2">{name}</span>
        </h1>
        <p className="min-w-0 self-start text-muted-foreground wrap-anywhere md:col-start-2">{about}</p>
      </div>
      <div data-print="hide" className="flex flex-wrap gap-2 max-md:w-full">
        <Contact phone={phone} />
        <Button asChild className={PHONE_ROW}>
          <Link to="/book/$id" params={{ id: '0' }} state={{ newRecordOf }}>
            <Plus aria-hidden />
            Yeni kayıt
          </Link>
        </Button>
        {children}
      </div>
    </div>
  )
}

/** The number of visits and the first one's day: '9 geliş, ilki 14.03.2022'. */
export const VisitsText = ({ facts: { visits, first_day } }: { facts: VisitFacts }) => (
  <span className="whitespace-nowrap">
    {`${formatCount(visits)} geliş`}
    {first_day !== null && visits > 1 && `, ilki ${formatDay(first_day)}`}
  </span>
)
