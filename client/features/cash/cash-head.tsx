import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useDocumentTitle } from '#client/lib/use-document-title.ts'

const SECTIONS = [
  { to: '/cash', label: 'Gün sonu' },
  { to: '/cash/debts', label: 'Alacaklar' },
  { to: '/cash/month', label: 'Ay sonu' },
] as const

interface CashHeadProps {
  /** The shown section. */
  to: (typeof SECTIONS)[number]['to']
  /** The shown day or month, beside the sections. */
  beside?: ReactNode
  /** Buttons of the section, at the end of the line. */
  children?: ReactNode
}

/** The heading of 'Kasa' with its sections, which are one switch. */
export function CashHead({ to: shown, beside, children }: CashHeadProps) {
  const label = SECTIONS.find(({ to }) => to === shown)?.label ?? ''
  useDocumentTitle(`${label} – Kasa`)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <h1 className="text-2xl font-semibold">
        Kasa<span className="sr-only">{`: ${label}`}</span>
      </h1>
      <nav aria-label="Kasa bölümleri" data-print="hide" className="max-md:order-1 max-md:w-full">
        <ul className="flex">
          {SECTIONS.map(({ to, label: name }) => (
            <li key={to} className="group max-md:grow">
              <Link
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                className="flex min-h-11 items-center justify-center border border-input bg-card px-4 text-sm font-medium hover:bg-sunken focus-visible:z-10 aria-[current=page]:border-foreground aria-[current=page]:bg-foreground aria-[current=page]:text-background aria-[current=page]:hover:bg-foreground group-not-first:border-l-0 group-first:rounded-l-md group-last:rounded-r-md md:min-h-9"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {beside}
      {children !== undefined && (
        <div data-print="hide" className="ml-auto flex flex-wrap items-center gap-2">
          {children}
        </div>
      )}
    </div>
  )
}
