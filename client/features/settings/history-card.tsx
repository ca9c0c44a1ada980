import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { useSessionUser } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'

/** Leads to the change log and the trash. */
export function HistoryCard() {
  const id = useId()
  const hasHistory = useSessionUser().rights.includes('history')
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="grid justify-start gap-1">
        <CardTitle id={id}>Geçmiş</CardTitle>
        <CardDescription>
          {hasHistory && 'Kim, ne zaman, neyi değiştirdi. '}Son 30 günde silinenler geri getirilebilir.
        </CardDescription>
      </CardHeader>
      <div className="flex flex-wrap gap-2">
        {hasHistory && (
          <Button asChild variant="outline">
            <Link to="/changes">Değişiklikler</Link>
          </Button>
        )}
        <Button asChild variant="outline">
          <Link to="/changes" search={{ tab: 'trash' }}>
            Çöp kutusu
          </Link>
        </Button>
      </div>
    </Card>
  )
}
