import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'

import { describeMatch } from './known-car.ts'
import type { KnownCar } from './use-known-car.ts'

/**
 * Shows the known car of a new record: its last visit, its open work, and the button that takes it over. Shows the
 * customer instead if one was taken over without a car.
 */
export function KnownCarPanel(known: KnownCar) {
  const { match, isTaken, customer, take, undo, former } = known
  const isNamed = !isTaken || known.isSameCustomer
  const text =
    match && describeMatch(isNamed ? match : { ...match, customer: { ...match.customer, name: '' } })
  const gone = former && Object.keys(former.texts).map((field) => FIELDS[field])
  return (
    <>
      {/* Mounted before its text, because some screen readers skip text inserted with its element. */}
      <output className="sr-only">
        {isTaken || (text === undefined && customer !== '')
          ? 'Bilgiler getirildi.'
          : text !== undefined && `Bu araç daha önce geldi: ${text}. Plakada Enter bilgilerini getirir.`}
      </output>
      {match !== undefined && (
        <Known title={isTaken ? 'Son gelişinden alındı: ' : 'Daha önce geldi: '} text={text}>
          {isTaken ? (
            <Undo onClick={undo} />
          ) : (
            <Button variant="outline" size="sm" onClick={take}>
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
        </Known>
      )}
      {customer !== '' && (
        <Known title="Kayıtlı müşteri: " text={customer}>
          <Undo onClick={undo} />
        </Known>
      )}
      <output className="col-span-full empty:hidden">
        {former !== null && (
          <Known
            title={`${gone?.join(' ve ')} formdan silindi: `}
            text={`${isolated(former.name)} adına kayıtlıydı.`}
          >
            <Undo onClick={known.undoFormer} />
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
