import { type ReactNode, use } from 'react'

import { Age, type AgeProps } from '#client/components/age.tsx'
import { Amount } from '#client/components/amount.tsx'
import { FittedText } from '#client/components/fitted-text.tsx'
import { Highlight } from '#client/components/highlight.tsx'
import { Plate } from '#client/components/plate.tsx'
import { cn } from '#client/lib/cn.ts'
import { carText, formatCount, orDash, relativeDay } from '#client/lib/format.ts'
import { isolated } from '#shared/bidi.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { hasIncome, isOpenWork, recordDay } from '#shared/kayit/rules.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { formatTL } from '#shared/money.ts'
import { formatPhone } from '#shared/phone.ts'
import { markingOf } from '#shared/search/across.ts'

import { ListContext } from './context.ts'

/**
 * Returns whether a text is longer than any usual plate, chassis number, status or word, so that it may break anywhere.
 */
export const isLong = (text: string) => text.length > 20

/** Second line of a cell, on wide screens; from 1600 px on it has a column of its own. */
const SECOND = 'block text-xs text-muted-foreground max-md:hidden print:hidden'
const UNTIL_WIDE = 'min-[100rem]:hidden'

interface CellProps {
  row: KayitListItem
}

/** Returns the search that found a row, and how its hits are marked. */
function useMarking({ musteri_adi_soyadi: name, plaka, sasi_no, musteri_tel }: KayitListItem) {
  const { query, isSimilar = false } = use(ListContext)
  const texts = { name, vehicles: [plaka, sasi_no], phone: formatPhone(musteri_tel), isSimilar }
  return markingOf(query, texts)
}

interface TwoLinesProps extends CellProps {
  /** Screens with the second line: every wide one, or those on which it has no column of its own. */
  second: 'always' | 'untilWide' | 'never'
}

const secondLine = (second: TwoLinesProps['second']) => cn(SECOND, second === 'untilWide' && UNTIL_WIDE)

/** Shows the customer; below, the phone. On a card the make follows. */
export function Customer({ row, second }: TwoLinesProps) {
  const { isSimilar = false } = use(ListContext)
  const marking = useMarking(row)
  const name = row.musteri_adi_soyadi
  return (
    <span className="block max-md:truncate">
      <span data-slot="customer" className="font-semibold wrap-anywhere">
        <Highlight text={name} {...marking} kind={isSimilar ? 'similar' : 'words'} />
      </span>
      {row.arac_marka !== '' && (
        <span className="text-muted-foreground md:hidden"> · {isolated(row.arac_marka)}</span>
      )}
      {row.musteri_tel !== '' && second !== 'never' && (
        <span
          data-second
          className={cn(
            secondLine(second),
            second === 'always' ? 'md:max-lg:hidden' : 'md:max-xl:hidden',
            row.musteri_tel.length < 20 && 'lg:whitespace-nowrap',
          )}
        >
          <Highlight text={formatPhone(row.musteri_tel)} {...marking} kind="phone" />
        </span>
      )}
    </span>
  )
}

/** Shows the phone in a column of its own. */
export function PhoneNumber({ row }: CellProps) {
  const marking = useMarking(row)
  return (
    <span className="whitespace-nowrap">
      <Highlight text={formatPhone(row.musteri_tel)} {...marking} kind="phone" />
    </span>
  )
}

/** Shows the amount, struck if the work was cancelled: it is not income. Hidden from a user who sees no prices. */
export function Total({ row }: CellProps) {
  const { toplam_kurus, rest_kurus } = row
  if (toplam_kurus === undefined) return null
  const amount = (
    <Amount
      kurus={toplam_kurus}
      className={hasIncome(row) ? 'font-semibold' : 'text-muted-foreground line-through'}
    />
  )
  return rest_kurus === undefined ? amount : <Owed amount={amount} rest={rest_kurus} total={toplam_kurus} />
}

/** Marks an amount that the customer owes: a full dot for all of it, a ring for a part, with the rest below. */
function Owed({ amount, rest, total }: { amount: ReactNode; rest: number; total: number }) {
  const words = rest === total ? 'ödenmedi' : `kalan ${formatTL(rest)}`
  return (
    <>
      <span className="inline-flex items-center gap-1.5">
        <span
          title={words}
          className={cn('size-2 rounded-full border-2 border-warning', rest === total && 'bg-warning')}
        />
        {amount}
        <span className="sr-only">, {words}</span>
      </span>
      <span aria-hidden data-second data-rest className={cn(SECOND, 'whitespace-nowrap text-warning-ink')}>
        {words}
      </span>
    </>
  )
}

/** Shows the chassis number, whose 17 characters take two lines in narrow columns; below, the car. */
export function Chassis({ row, second }: TwoLinesProps) {
  const marking = useMarking(row)
  const text = row.sasi_no
  const car = carText(row)
  const narrow = 'chassis break-all md:max-lg:inline-block md:max-lg:w-21 lg:max-[90rem]:text-sm'
  return (
    <>
      {text === '' ? (
        <span className="max-md:hidden">{EMPTY_DASH}</span>
      ) : (
        <span className={cn(narrow, !isLong(text) && 'lg:whitespace-nowrap print:whitespace-nowrap')}>
          <Highlight text={text} {...marking} kind="vehicle" />
        </span>
      )}
      {car !== '' && second !== 'never' && (
        <span data-second className={cn(secondLine(second), 'wrap-anywhere md:max-lg:hidden')}>
          {car}
        </span>
      )}
    </>
  )
}

/** Shows the plate, or `fallback` in a record without one. On a card the ticks of open work follow. */
export function PlateCell({
  row,
  fallback = EMPTY_DASH,
  isSmall = false,
}: CellProps & { fallback?: ReactNode; isSmall?: boolean }) {
  const marking = useMarking(row)
  return (
    // The cell reaches into the gap before a card's amount, where the ticks of a usual plate end.
    <span className="flex min-w-0 flex-wrap items-center gap-1 max-md:-mr-2">
      {row.plaka === '' ? (
        fallback
      ) : (
        <Plate
          text={row.plaka}
          {...marking}
          // The plate is smaller beside the ticks.
          className={cn(
            'md:max-xl:text-base md:max-xl:leading-6 md:max-lg:text-sm md:max-lg:leading-5',
            isOpenWork(row) ? 'max-md:text-base max-md:leading-6' : 'max-md:text-lg max-md:leading-6.5',
            isSmall && 'xl:text-base xl:leading-6',
          )}
        />
      )}
      {isOpenWork(row) && <ListAge row={row} className="shrink-0 md:hidden" isShort />}
    </span>
  )
}

/** Shows a date in one line, a little smaller where the columns just fit. */
export const Day = ({ day }: { day: KayitListItem['giris_tarihi'] }) => (
  <span className="whitespace-nowrap md:max-[90rem]:text-sm md:max-lg:text-xs">{formatDay(day)}</span>
)

/** Shows the entry date, with the age of open work below. */
export function EntryDay({ row }: CellProps) {
  return (
    <>
      <Day day={row.giris_tarihi} />
      {isOpenWork(row) && (
        <span data-second>
          <ListAge row={row} className="flex max-lg:hidden print:hidden" />
        </span>
      )}
    </>
  )
}

function ListAge({ row, ...look }: CellProps & Pick<AgeProps, 'className' | 'isShort' | 'suffix'>) {
  const { today } = use(ListContext)
  return today !== undefined && <Age since={row.giris_tarihi} today={today} {...look} />
}

/** Shows the car: make and model. */
export const Car = ({ row }: CellProps) => <span className="wrap-anywhere">{orDash(carText(row))}</span>

/** Shows the work in one line: 'Fren balatası, +3'. */
export function Work({ row: { ilk_islem = '', islem_sayisi } }: CellProps) {
  if (islem_sayisi === 0) return EMPTY_DASH
  return (
    <FittedText
      text={ilk_islem}
      className="max-w-22 lg:max-w-32 xl:max-w-44 min-[90rem]:max-w-72 print:max-w-none print:*:max-w-none!"
    >
      {islem_sayisi > 1 && (
        <span className="shrink-0 whitespace-nowrap text-muted-foreground">{`, +${formatCount(islem_sayisi - 1)}`}</span>
      )}
    </FittedText>
  )
}

/** Shows the age of open work, or the day of another visit: '2 gündür açık', 'dün'. */
export function RelativeDay({ row }: CellProps) {
  const { today } = use(ListContext)
  if (today === undefined) return null
  if (isOpenWork(row) && row.giris_tarihi !== null && row.giris_tarihi <= today)
    return <ListAge row={row} className="flex md:max-lg:*:hidden" suffix=" açık" />
  const day = recordDay(row)
  return (
    <span title={formatDay(day)} className="whitespace-nowrap text-muted-foreground">
      {relativeDay(day, today)}
    </span>
  )
}
