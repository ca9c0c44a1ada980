import { Link } from '@tanstack/react-router'

import { LicenseBadge } from '#client/components/license-badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { type Day, formatDay } from '#shared/date.ts'

import { SettingsRow } from './settings-parts.tsx'

export interface LicenseRowProps {
  type: string
  /** Last day of the licence, `null` for none. */
  end: Day | null
}

/**
 * Shows the account's licence; the server returns the fixed one for an account without one (decisions: licence card).
 */
export function LicenseRow({ type, end }: LicenseRowProps) {
  return (
    <SettingsRow title="Lisans">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <div>
            <dt className="mb-0.5 text-sm text-muted-foreground">Lisans türü</dt>
            <dd>
              <LicenseBadge type={type} />
            </dd>
          </div>
          <div>
            <dt className="mb-0.5 text-sm text-muted-foreground">Bitiş tarihi</dt>
            <dd className="font-semibold">{formatDay(end)}</dd>
          </div>
        </dl>
        {/* The link has no target yet, so the keyboard skips it. */}
        <Button asChild variant="outline" className="aria-disabled:opacity-55 max-md:w-full">
          <Link to="/settings" disabled>
            Lisansı yönet
          </Link>
        </Button>
      </div>
    </SettingsRow>
  )
}
