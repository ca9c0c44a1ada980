import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'

import { Amount } from '#client/components/amount.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage, isMissing } from '#client/lib/error-message.ts'
import { reserveActionBar } from '#client/lib/reserve-height.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { TillDay } from '#shared/till/schema.ts'

import { CashHead } from './cash-head.tsx'
import { DayPicker } from './day-picker.tsx'
import { DrawerCard } from './drawer-card.tsx'
import { MovementsCard } from './movements-card.tsx'
import { OpeningCard } from './opening-card.tsx'
import { TakenCard } from './taken-card.tsx'
import { toDayInput } from './day-search.ts'
import { type Count, useCount } from './use-count.ts'

const FAILED = 'Gün sonu alınamadı.'
const route = getRouteApi('/_app/cash/')

/** The open day of the drawer, or a day-end, which looks the same and cannot be changed. */
export function DayScreen() {
  const search = route.useSearch()
  // Others take payments meanwhile, so each visit reads it again.
  const query = trpc.till.day.useQuery(toDayInput(search), { staleTime: 0 })
  const { data } = query
  return (
    <>
      <CashHead to="/cash" beside={data?.number != null && <DayPicker day={data} />}>
        {data?.number != null && (
          <Button variant="ghost" className="max-md:hidden" onClick={() => window.print()}>
            <Printer aria-hidden />
            Yazdır
          </Button>
        )}
      </CashHead>
      {data === undefined ? <NoDay query={query} /> : <Day key={data.number} day={data} />}
    </>
  )
}

type Query = { error: unknown; isFetching: boolean; refetch: () => unknown }

function NoDay({ query: { error, isFetching, refetch } }: { query: Query }) {
  if (error === null) return <Loading />
  const message = errorMessage(error, FAILED)
  if (isMissing(error)) return <CallError message={message} error={error} />
  return <LoadError message={message} isPending={isFetching} onRetry={() => void refetch()} />
}

function Loading() {
  return (
    <>
      <output className="text-muted-foreground">Yükleniyor...</output>
      <div aria-hidden className={COLUMNS}>
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </>
  )
}

/** The list beside the sums; on a phone the sums come first. */
const COLUMNS = 'grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-6'

function Day({ day }: { day: TillDay }) {
  const navigate = route.useNavigate()
  const count = useCount(day, (no) => void navigate({ search: { no } }))
  if (day.number === null) return <OpeningCard count={count} />
  return (
    <>
      <div className={COLUMNS}>
        <div className="grid items-start gap-4 lg:order-2 print:grid-cols-2">
          <DrawerCard day={day} count={count} />
          <TakenCard day={day} />
          <Note day={day} />
        </div>
        <MovementsCard day={day} />
      </div>
      {day.closed === null && <CloseBar count={count} />}
      <p aria-hidden className="mt-4 hidden justify-around print:flex">
        <span>Sayan</span>
        <span>Teslim alan</span>
      </p>
    </>
  )
}

function Note({ day: { closed, number } }: { day: TillDay }) {
  return (
    <p data-print="hide" className="px-1 text-sm text-muted-foreground">
      {closed === null && `Gün sonu No ${number}. `}
      Kapanan gün değişmez; sonra girilen tahsilat, kendi tarihiyle açık güne yazılır.
    </p>
  )
}

/** On a phone the button of the count stays in reach of the thumb. */
function CloseBar({ count: { difference, isPending, save } }: { count: Count }) {
  return (
    <div
      ref={reserveActionBar}
      data-bar="action"
      data-print="hide"
      data-ink
      className="sticky bottom-(--bottom-bar) z-20 -mx-4 mt-4 -mb-6 flex items-center gap-4 border-t border-ink-line bg-ink px-4 py-2 text-on-ink [--ring:var(--ink-mark)] md:hidden short:static"
    >
      <dl className="min-w-24">
        <dt className="text-xs text-on-ink-muted">Fark</dt>
        <dd className="text-xl font-semibold">{difference === null ? '—' : <Amount kurus={difference} />}</dd>
      </dl>
      <Button
        isPending={isPending}
        className="min-h-12 grow bg-ink-primary text-on-ink-primary hover:bg-ink-primary-hover"
        onClick={save}
      >
        Günü kapat
      </Button>
    </div>
  )
}
