import { type ReactNode, useState } from 'react'

import { useToday } from '#client/lib/use-today.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

import { Statement } from './statement.tsx'
import type { Account } from './use-account.ts'

interface AccountOrVisitsProps {
  /** `null` for a user without the right to payments, `undefined` while it is loading. */
  account: Account | null | undefined
  /** The visits. */
  children: ReactNode
}

const PARTS = [
  { part: 'account', label: 'Hesap' },
  { part: 'visits', label: 'Gelişler' },
] as const
type Part = (typeof PARTS)[number]['part']

/** Shows the account or the visits, one switch; at first the account if anything is on it. */
export function AccountOrVisits({ account, children }: AccountOrVisitsProps) {
  const today = useToday()
  const [chosen, choose] = useState<Part>()
  if (account === null) return children
  if (account === undefined) return <Skeleton className="h-60" />
  const shown = chosen ?? (account.data.lines.length > 0 ? 'account' : 'visits')
  const toggle = (
    <fieldset className="flex w-fit" data-print="hide">
      <legend className="sr-only">Hesap ya da gelişler</legend>
      {PARTS.map(({ part, label }) => (
        <button
          key={part}
          type="button"
          aria-pressed={part === shown}
          className="min-h-11 border border-input bg-card px-4 text-sm font-medium first-of-type:rounded-l-md last-of-type:rounded-r-md not-first-of-type:border-l-0 hover:bg-sunken focus-visible:z-10 aria-pressed:bg-foreground aria-pressed:text-background aria-pressed:hover:bg-foreground md:min-h-9"
          onClick={() => choose(part)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
  if (shown === 'visits')
    return (
      <div className="grid min-w-0 gap-4">
        {toggle}
        {children}
      </div>
    )
  return (
    <Card aria-label="Hesap" className="min-w-0 p-0 md:p-0">
      <Statement account={account} today={today}>
        {toggle}
      </Statement>
    </Card>
  )
}
