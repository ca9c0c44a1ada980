import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableFooter,
  TableHead,
  TableHeader,
  TableRow,
} from '#client/ui/table.tsx'
import { isolated } from '#shared/bidi.ts'
import { MOST_MOVEMENTS, type TillDay, type TillMovement } from '#shared/till/schema.ts'

import { Method } from './method-icon.tsx'
import { kindWords, ownDayWords, timeWords, titleWords } from './day-words.ts'

const MUTED = 'text-muted-foreground'
const PHONE_ROW = 'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4'
const CELL = 'px-4 py-2 print:py-0.5 print:text-xs max-md:border-0 max-md:p-0'
const NUMBER = `${CELL} text-right md:w-34 max-md:col-start-2 max-md:row-start-1`
const TOTAL =
  'h-auto border-t border-b-0 border-input px-4 py-3 print:py-1 print:text-xs max-md:border-0 max-md:p-0'

/** Lists what came in and went out on a day: a table on a desktop and on paper, two lines an entry on a phone. */
export function MovementsCard({ day }: { day: TillDay }) {
  const id = useId()
  const { movements, movement_count } = day
  return (
    <Card aria-labelledby={id} className="p-0 md:p-0 print:break-inside-auto!">
      <div className="flex items-baseline gap-3 px-4 py-3 print:py-1.5">
        <h2 id={id} className="text-lg font-semibold">
          Günün hareketleri
        </h2>
        <span className={MUTED}>{formatCount(movement_count)}</span>
      </div>
      {movements.length === 0 ? (
        <div className="border-t border-border px-4 py-8 text-center">
          <p className="font-semibold">{day.closed === null ? 'Henüz hareket yok.' : 'Hareket yok.'}</p>
          <p className="text-muted-foreground">Alınan tahsilatlar ve nakit giderler burada sıralanır.</p>
        </div>
      ) : (
        <>
          {movement_count > MOST_MOVEMENTS && (
            <p className={cn('border-t border-border px-4 py-2 text-sm', MUTED)}>
              {`En yeni ${formatCount(MOST_MOVEMENTS)} hareket gösteriliyor; toplamlar hepsini sayar.`}
            </p>
          )}
          <Table className="max-md:block">
            <caption className="sr-only">Günün tahsilatları, iadeleri ve nakit giderleri</caption>
            <TableHeader className="max-md:sr-only">
              <TableRow>
                {['Saat', 'Kimden, ne', 'Yöntem', 'Giren', 'Çıkan'].map((title, index) => (
                  <TableHead
                    key={title}
                    className={cn('border-t px-4 print:h-7 print:text-xs', index > 2 && 'text-right')}
                  >
                    {title}
                  </TableHead>
                ))}
              </TableRow>
            </TableHeader>
            <TableBody className="max-md:block">
              {movements.map((movement) => (
                <Row key={`${movement.source} ${movement.id}`} movement={movement} day={day.day} />
              ))}
            </TableBody>
            <Totals day={day} />
          </Table>
        </>
      )}
    </Card>
  )
}

function Row({ movement, day }: { movement: TillMovement; day: string }) {
  const { kind, method, amount_kurus, plate, is_cancelled } = movement
  const isIn = kind === 'payment'
  const kindOf = kindWords(movement)
  const ownDay = ownDayWords(movement)
  const struck = is_cancelled && `line-through ${MUTED}`
  const amount = (kurus: number, className = '') => (
    <Amount kurus={kurus} className={cn('max-md:font-semibold', struck, className)} />
  )
  return (
    <TableRow className={`${PHONE_ROW} max-md:border-b max-md:border-border max-md:py-2`}>
      <TableCell className={cn(CELL, MUTED, 'md:whitespace-nowrap max-md:col-start-1 max-md:row-start-2')}>
        {timeWords(movement, day)}
        <span className="md:hidden">
          {[kindOf, ownDay].map((words) => (words === '' ? '' : `, ${words}`))}
        </span>
      </TableCell>
      <TableCell className={cn(CELL, 'wrap-anywhere max-md:col-start-1 max-md:row-start-1')}>
        <Title movement={movement} className={cn('font-semibold', struck)} />
        <span className={cn(MUTED, 'text-sm *:ml-2.5 print:text-xs')}>
          {plate !== '' && <span className="whitespace-nowrap">{isolated(plate)}</span>}
          {kindOf !== '' && <span className="max-md:hidden">{kindOf}</span>}
          {ownDay !== '' && <span className="whitespace-nowrap max-md:hidden">{ownDay}</span>}
        </span>
      </TableCell>
      <TableCell className={cn(CELL, 'max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end')}>
        <Method method={method} />
      </TableCell>
      <TableCell className={cn(NUMBER, !isIn && 'max-md:hidden')}>{isIn && amount(amount_kurus)}</TableCell>
      <TableCell className={cn(NUMBER, isIn && 'max-md:hidden')}>
        {!isIn && (
          <>
            {amount(amount_kurus, 'max-md:hidden')}
            {amount(-amount_kurus, 'md:hidden')}
          </>
        )}
      </TableCell>
    </TableRow>
  )
}

function Title({ movement, className }: { movement: TillMovement; className: string }) {
  const words = isolated(titleWords(movement))
  const { kayit_id } = movement
  if (kayit_id === null) return <span className={className}>{words}</span>
  return (
    <Link
      to="/book/$id"
      params={{ id: String(kayit_id) }}
      className={cn(
        className,
        '-my-2.5 inline-flex min-h-11 items-center hover:text-primary hover:underline md:-my-1 md:min-h-8 print:my-0! print:min-h-0!',
      )}
    >
      {words}
    </Link>
  )
}

function Totals({ day: { in_kurus, out_kurus } }: { day: TillDay }) {
  return (
    <TableFooter className="bg-transparent max-md:block">
      <TableRow className={`${PHONE_ROW} max-md:border-t max-md:border-input max-md:py-3`}>
        <TableHead scope="row" colSpan={3} className={cn(TOTAL, 'text-base')}>
          Toplam
        </TableHead>
        <TableCell className={cn(TOTAL, 'text-right max-md:col-start-2')}>
          <Amount kurus={in_kurus} />
        </TableCell>
        <TableCell className={cn(TOTAL, 'text-right max-md:col-start-2', out_kurus === 0 && 'max-md:hidden')}>
          <Amount kurus={out_kurus} className="max-md:hidden" />
          <Amount kurus={0 - out_kurus} className="md:hidden" />
        </TableCell>
      </TableRow>
    </TableFooter>
  )
}
