import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'

import { WarrantyLine } from '#client/components/directory/warranty-line.tsx'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'

import { describeMatch } from './known-car.ts'
import type { KnownCar } from './use-known-car.ts'

/**
 * Shows the known car of a new record: its last visit, its open work, and the button that prefills the form with it.
 * Shows the customer instead if one was prefilled without a car.
 */
export default function KnownCarPanel(known: KnownCar) {
  const { match, isPrefilled, customerName, prefillMatch, previousCustomer } = known
  const today = useToday()
  const isNamed = !isPrefilled || known.isSameCustomer
  const text =
    match && describeMatch(isNamed ? match : { ...match, customer: { ...match.customer, name: '' } })
  const clearedFields = previousCustomer && Object.keys(previousCustomer.texts).map((field) => FIELDS[field])
  return (
    <>
      {/* Mounted before its text, because some screen readers skip text inserted with its element. */}
      <output className="sr-only">
        {isPrefilled || (text === undefined && customerName !== '')
          ? 'Bilgiler getirildi.'
          : text !== undefined && `Bu araç daha önce geldi: ${text}. Plakada Enter bilgilerini getirir.`}
      </output>
      {match !== undefined && (
        <Known title={isPrefilled ? 'Son gelişinden alındı: ' : 'Daha önce geldi: '} text={text}>
          {isPrefilled ? (
            <Undo onClick={known.undoPrefill} />
          ) : (
            <Button variant="outline" size="sm" onClick={prefillMatch}>
              Bilgileri getir
            </Button>
          )}
          {match.open_kayit_id !== null && (
            <Button asChild variant="ghost" size="sm">
              <Link to="/book/$id" params={{ id: String(match.open_kayit_id) }}>
                Açık kaydına git
              </Link>
            </Button>
          )}
          <WarrantyLine className="w-full" vehicleId={match.id} day={today} km={null} />
        </Known>
      )}
      {customerName !== '' && (
        <Known title="Kayıtlı müşteri: " text={customerName}>
          <Undo onClick={known.undoPrefill} />
        </Known>
      )}
      <output className="col-span-full empty:hidden">
        {previousCustomer !== null && (
          <Known
            title={`${clearedFields?.join(' ve ')} formdan silindi: `}
            text={`${isolated(previousCustomer.name)} adına kayıtlıydı.`}
          >
            <Undo onClick={known.restoreCustomer} />
          </Known>
        )}
      </output>
    </>
  )
}

const FIELDS: Readonly<Record<string, string>> = { musteri_tel: 'Telefon', tc_vergino: 'T.C. / Vergi No' }

const Undo = ({ onClick }: { onClick: () => void }) => (
  <Button variant="outline" size="sm" onClick={onClick}>
    Geri al
  </Button>
)

function Known({ title, text, children }: { title: string; text: string | undefined; children: ReactNode }) {
  return (
    <div className="col-span-full rounded-lg border border-border bg-sunken p-3 text-sm">
      <p className="flex items-start gap-2">
        <History aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{title}</span>
          {text === undefined ? '' : isolated(text)}
        </span>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">{children}</div>
    </div>
  )
}
