import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import type { OpenRecord } from '#shared/balance/schema.ts'
import { formatDay } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'

/** The records that are not paid, the oldest first, and those in the shop that hold an advance. */
export function OpenRecordsCard({ records }: { records: readonly OpenRecord[] }) {
  const id = useId()
  if (records.length === 0) return null
  return (
    <Card aria-labelledby={id} className="p-0 md:p-0">
      <CardHeader className="mb-0 px-4 py-3">
        <CardTitle id={id}>
          Açık kayıtlar{' '}
          <span className="ml-1 font-normal text-muted-foreground">{formatCount(records.length)}</span>
        </CardTitle>
      </CardHeader>
      <ul>
        {records.map(({ kayit_id, plate, work, due, toplam_kurus, paid_kurus }) => (
          <li key={kayit_id} className="relative border-t border-border px-4 py-2 hover:bg-sunken">
            <div className="flex justify-between gap-3">
              <Link
                to="/book/$id"
                params={{ id: String(kayit_id) }}
                className="inline-flex min-h-11 min-w-0 items-center font-medium wrap-anywhere after:absolute after:inset-0 max-md:-my-2 md:min-h-6"
              >
                {joinIsolated(' · ', [due === null ? 'Serviste' : formatDay(due), plate])}
              </Link>
              <Amount kurus={toplam_kurus - paid_kurus} className="font-semibold" />
            </div>
            <div className="flex justify-between gap-3 text-sm text-muted-foreground">
              <span className="min-w-0 truncate">{due === null ? 'borç değil' : work}</span>
              <span className="shrink-0">
                {due === null ? `kapora ${formatTL(paid_kurus)}` : `toplam ${formatTL(toplam_kurus)}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
