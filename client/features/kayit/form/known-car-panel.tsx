import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'

import { Button } from '#client/ui/button.tsx'

import { describeMatch } from './known-car.ts'
import type { KnownCar } from './use-known-car.ts'

/** What is known of the car of a new record: its last visit, whether work is open, and the button that takes it over. */
export function KnownCarPanel({ match, taken, take, undo }: KnownCar) {
  const text = match && describeMatch(match)
  return (
    <>
      {/* There before its words: what is inserted with them is not read aloud everywhere. */}
      <output className="sr-only">
        {text !== undefined &&
          (taken === null
            ? `Bu araç daha önce geldi: ${text}. Plakada Enter bilgilerini getirir.`
            : 'Bilgiler getirildi.')}
      </output>
      {match !== undefined && (
        <div className="col-span-full rounded-lg border border-border bg-sunken p-3 text-sm">
          <p className="flex items-start gap-2">
            <History aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">
                {taken === null ? 'Daha önce geldi: ' : 'Son gelişinden alındı: '}
              </span>
              {text}
            </span>
          </p>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            {taken === null ? (
              <Button variant="outline" size="sm" onClick={take}>
                Bilgileri getir
              </Button>
            ) : (
              <Button variant="outline" size="sm" onClick={undo}>
                Geri al
              </Button>
            )}
            {match.open_kayit_id !== null && (
              <Button asChild variant="ghost" size="sm">
                <Link to="/book/$id" params={{ id: String(match.open_kayit_id) }}>
                  Açık kaydına git
                </Link>
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  )
}
