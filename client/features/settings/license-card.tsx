import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { LicenseBadge } from '#client/components/license-badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { type Day, formatDay } from '#shared/date.ts'

export interface LicenseCardProps {
  type: string
  /** Last day of the licence, `null` for none. */
  end: Day | null
}

/**
 * Shows the account's licence; the server returns the fixed one for an account without one (decisions: licence card).
 */
export function LicenseCard({ type, end }: LicenseCardProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Lisans</CardTitle>
      </CardHeader>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-4">
        <div>
          <dt className="mb-1 text-sm text-muted-foreground">Lisans türü</dt>
          <dd>
            <LicenseBadge type={type} />
          </dd>
        </div>
        <div>
          <dt className="mb-1 text-sm text-muted-foreground">Bitiş tarihi</dt>
          <dd className="font-semibold">{formatDay(end)}</dd>
        </div>
      </dl>
      {/* The link has no target yet, so the keyboard skips it. */}
      <Button asChild variant="outline" className="aria-disabled:opacity-55">
        <Link to="/settings" disabled>
          Lisansı yönet
        </Link>
      </Button>
    </Card>
  )
}
