import { Link } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'

import { Age } from '#client/components/age.tsx'
import { Amount } from '#client/components/amount.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { Plate } from '#client/components/plate.tsx'
import { trpc } from '#client/lib/api.ts'
import { carText, formatCount } from '#client/lib/format.ts'
import { QUIET } from '#client/lib/query-client.ts'
import { useRight } from '#client/lib/session.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Day } from '#shared/date.ts'
import { isolated } from '#shared/bidi.ts'
import type { KayitListItem, KayitPage } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { formatTL } from '#shared/money.ts'

import { readRowCount, writeRowCount, OPEN_WORK, SHOWN } from './open-work.ts'

const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-b border-border px-4 py-2.5 last:border-b-0 md:min-h-15'
const PRICED = `${ROW} md:gap-x-3 md:grid-cols-[9.75rem_minmax(0,1fr)_minmax(0,1fr)_8.25rem_6.75rem] 2xl:gap-x-6`
/** Columns without the amount. On a phone its cell stays, empty, so that the name begins a line. */
const UNPRICED = `${ROW} md:gap-x-3 md:grid-cols-[9.75rem_minmax(0,1fr)_minmax(0,1fr)_8.25rem] md:*:nth-2:hidden 2xl:gap-x-6`
const useRowClass = () => (useRight('prices') ? PRICED : UNPRICED)

/** Lists the cars in the shop with their age and status, the longest stay first. */
export function OpenWorkCard({ today }: { today: Day }) {
  const id = useId()
  const { data, isError, isFetching, refetch } = trpc.kayit.list.useQuery(OPEN_WORK)
  const shown = data?.items.slice(0, SHOWN) ?? []
  const visits = useVisitNumbers(shown)
  const isWaiting = data === undefined && !isError
  const [expected] = useState(readRowCount)
  const total = data?.total
  useEffect(() => {
    if (total !== undefined) writeRowCount(total)
  }, [total])
  return (
    <Card aria-labelledby={id} className="p-0 md:p-0">
      <div className="flex items-baseline gap-3 border-b border-border px-4 pt-3 pb-2.5">
        <h2 id={id} className="text-lg font-semibold">
          Serviste
        </h2>
        {data !== undefined && <span className="text-muted-foreground">{countText(data)}</span>}
        <Link
          to="/books"
          search={{ open: true, sort: OPEN_WORK.sort }}
          className="-my-2 ml-auto inline-flex min-h-11 items-center px-1 text-sm font-medium text-primary md:min-h-8"
        >
          Tümü<span className="sr-only">: açık işler</span>
        </Link>
      </div>
      {data === undefined && isError && (
        <div className="p-4">
          <LoadError
            message={messages.kayitListFailed}
            isPending={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data?.total === 0 && <p className="p-4 text-muted-foreground">Serviste açık iş yok.</p>}
      <ul data-unknown={isWaiting && expected === undefined ? '' : undefined}>
        {isWaiting
          ? Array.from({ length: expected ?? SHOWN }, (_, row) => (
              <RowSkeleton key={row} isFirst={row === 0} />
            ))
          : shown.map((row) => (
              <OpenWorkRow key={row.kayit_id} row={row} today={today} visit={visits.get(row.kayit_id)} />
            ))}
      </ul>
    </Card>
  )
}

/** Returns the number of cars, and the sum of their work for users who see prices: '6 araç, ₺48.450,00'. */
const countText = ({ total, toplam_kurus }: KayitPage): string =>
  toplam_kurus === undefined || total === 0
    ? `${formatCount(total)} araç`
    : `${formatCount(total)} araç, ${formatTL(toplam_kurus)}`

/** Returns the first work item and the number of the others: 'Fren işçiliği, +4'. */
const workText = ({ ilk_islem = '', islem_sayisi }: KayitListItem): string =>
  islem_sayisi > 1 ? `${isolated(ilk_islem)}, +${formatCount(islem_sayisi - 1)}` : ilk_islem

/** Reserves the height of a car, so that nothing below moves when the cars arrive. */
function RowSkeleton({ isFirst }: { isFirst: boolean }) {
  return (
    <li className={useRowClass()}>
      <span className="flex min-h-11 items-center md:min-h-0">
        {isFirst ? <output>Yükleniyor...</output> : <Skeleton className="h-7 w-32" />}
      </span>
      <Skeleton className="h-5 w-20 justify-self-end md:order-last" />
      <span className="grid h-10 content-center gap-1.5">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3.5 w-20" />
      </span>
      <Skeleton className="h-5 w-24 max-md:order-1 max-md:col-span-full" />
      <Skeleton className="h-11 w-24 max-md:justify-self-end" />
    </li>
  )
}

/** Returns the number of the visit for each record whose car had been here before. */
function useVisitNumbers(rows: readonly KayitListItem[]): ReadonlyMap<number, number> {
  const kayit_ids = rows.map(({ kayit_id }) => kayit_id)
  const { data } = trpc.vehicle.earlier.useQuery({ kayit_ids }, { enabled: rows.length > 0, meta: QUIET })
  const known = data?.filter(({ visits }) => visits > 0) ?? []
  return new Map(known.map(({ kayit_id, visits }) => [kayit_id, visits + 1]))
}

interface OpenWorkRowProps {
  row: KayitListItem
  today: Day
  /** Number of the visit from the second on; `undefined` while it is not known. */
  visit: number | undefined
}

function OpenWorkRow({ row, today, visit }: OpenWorkRowProps) {
  const car = [carText(row), visit === undefined ? '' : `${formatCount(visit)}. geliş`]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className={`${useRowClass()} relative hover:bg-sunken`}>
      <Link
        to="/book/$id"
        params={{ id: String(row.kayit_id) }}
        className="inline-flex min-h-11 min-w-0 items-center justify-self-start rounded-sm after:absolute after:inset-0 md:min-h-0"
      >
        {row.plaka.trim() === '' ? (
          <span className="font-semibold wrap-anywhere">{row.sasi_no}</span>
        ) : (
          <Plate text={row.plaka} />
        )}
      </Link>
      <span className="justify-self-end font-semibold md:order-last">
        {row.toplam_kurus !== undefined && <Amount kurus={row.toplam_kurus} />}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{row.musteri_adi_soyadi}</span>
        {car !== '' && <span className="block truncate text-xs text-muted-foreground">{car}</span>}
      </span>
      <span className="line-clamp-2 min-w-0 leading-5 wrap-anywhere max-md:order-1 max-md:col-span-full max-md:text-sm">
        {workText(row)}
      </span>
      <span className="grid justify-items-end gap-1 md:justify-items-start">
        <DurumBadge durum={row.durum} />
        <Age since={row.giris_tarihi} today={today} />
      </span>
    </li>
  )
}
