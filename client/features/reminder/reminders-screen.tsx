import { getRouteApi, Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { messageOf } from '#client/components/reminder/words.ts'
import { trpc } from '#client/lib/api.ts'
import { useRight } from '#client/lib/session.ts'
import { type ReminderAct, useReminderActs } from '#client/lib/use-reminders.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isolated } from '#shared/bidi.ts'
import type { Day } from '#shared/date.ts'
import { formatPhone } from '#shared/phone.ts'
import { CAUSE_WORDS, CAUSES, type Cause } from '#shared/reminder/causes.ts'
import { isInRange, type Range, RANGE_WORDS, RANGES } from '#shared/reminder/rules.ts'
import type { DueReminder, ReminderList } from '#shared/reminder/schema.ts'

import { ReminderLine } from './reminder-line.tsx'
import { rangeOf } from './reminder-search.ts'

const route = getRouteApi('/_app/reminders')

/** Lists the due reminders of the shop's cars by cause. The URL holds the shown part of them. */
export function RemindersScreen() {
  const today = useToday()
  const range = rangeOf(route.useSearch())
  const query = trpc.reminder.list.useQuery()
  const act = useReminderActs(today)
  const canEditTexts = useRight('settings')
  const { data } = query
  const { area, leave } = useKeptFocus()
  return (
    <>
      <PageHeader title="Hatırlatmalar">
        {canEditTexts && (
          <Button asChild variant="ghost">
            <Link to="/settings" search={{ tab: 'prices' }}>
              <Pencil aria-hidden />
              Mesaj metni
            </Link>
          </Button>
        )}
      </PageHeader>
      <Ranges range={range} list={data} today={today} />
      {data === undefined && query.isError && (
        <LoadError
          message="Hatırlatmalar alınamadı."
          isPending={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {data === undefined && !query.isError && (
        <>
          <output className="sr-only">Yükleniyor...</output>
          <Skeleton className="h-80" />
        </>
      )}
      {data !== undefined && (
        <div ref={area} tabIndex={-1} className="outline-none">
          <Groups
            list={data}
            {...{ range, today }}
            onAct={(how, one) => {
              leave()
              void act(how, one)
            }}
          />
        </div>
      )}
    </>
  )
}

/** After an act that takes its line away, the focus goes to the line in its place, or to the list without any. */
function useKeptFocus() {
  const area = useRef<HTMLDivElement>(null)
  const place = useRef(-1)
  const menus = () => [...(area.current?.querySelectorAll<HTMLElement>('li [aria-haspopup]') ?? [])]
  const keep = useEffectEvent(() => {
    if (place.current < 0 || document.activeElement !== document.body) return
    const left = menus()
    const next = left[Math.min(place.current, left.length - 1)] ?? area.current
    place.current = -1
    next?.focus({ preventScroll: true })
  })
  useEffect(keep)
  const leave = () => {
    place.current = menus().findIndex((menu) => menu === document.activeElement)
  }
  return { area, leave }
}

const shownIn = (list: ReminderList, range: Range, today: Day): DueReminder[] =>
  list.reminders.filter(({ shown_on }) => isInRange(shown_on, range, today))

interface RangesProps {
  range: Range
  list: ReminderList | undefined
  today: Day
}

/** The parts of the list, each with its number. */
const Ranges = ({ range, list, today }: RangesProps) => (
  <nav aria-label="Görünümler" data-print="hide" className="mb-4 flex flex-wrap gap-2">
    {RANGES.map((one) => (
      <Link
        key={one}
        to="/reminders"
        search={one === 'week' ? {} : { range: one }}
        replace
        resetScroll={false}
        // Otherwise the address without a part is current on each of them.
        activeOptions={{ exact: true }}
        aria-current={one === range ? 'page' : undefined}
        className={CHIP}
      >
        {RANGE_WORDS[one]}
        {list !== undefined && (
          <span className="font-normal opacity-80">{shownIn(list, one, today).length}</span>
        )}
      </Link>
    ))}
  </nav>
)

const CHIP =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-input bg-card px-3.5 text-sm font-medium hover:bg-sunken aria-[current=page]:border-foreground aria-[current=page]:bg-foreground aria-[current=page]:text-background md:min-h-8 md:px-3'

const EMPTY: Readonly<Record<Range, string>> = {
  week: 'Bu hafta hatırlatılacak bir şey yok.',
  month: 'Bu ay hatırlatılacak bir şey yok.',
  past: 'Geçmiş hatırlatma yok.',
}

interface GroupsProps {
  list: ReminderList
  range: Range
  today: Day
  onAct: (act: ReminderAct, one: DueReminder) => void
}

function Groups({ list, range, today, onAct }: GroupsProps) {
  const shown = shownIn(list, range, today)
  // The latest past ones matter most.
  const ordered = range === 'past' ? shown.toReversed() : shown
  const byCause = Map.groupBy(ordered, ({ cause }) => cause)
  const [pointed, setPointed] = useState('')
  const onPoint = (one: DueReminder) => setPointed(keyOf(one))
  const previewed = ordered.find((one) => keyOf(one) === pointed) ?? firstOf(byCause)
  if (shown.length === 0)
    return (
      <EmptyState
        title={EMPTY[range]}
        hint="Bakım ve muayene günlerini aracın sayfasından ekleyin; garantiler kendiliğinden görünür."
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21.75rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {CAUSES.map((cause) => (
          <Group
            key={cause}
            cause={cause}
            rows={byCause.get(cause) ?? []}
            {...{ list, today, previewed, onAct, onPoint }}
          />
        ))}
      </div>
      <Preview one={previewed} {...{ list, today }} />
    </div>
  )
}

const keyOf = ({ vehicle_id, cause, title }: DueReminder): string => `${vehicle_id} ${cause} ${title}`

/** Returns the first line of the screen. */
const firstOf = (byCause: ReadonlyMap<Cause, readonly DueReminder[]>): DueReminder | undefined =>
  CAUSES.flatMap((cause) => byCause.get(cause) ?? [])[0]

interface PreviewProps {
  one: DueReminder | undefined
  list: ReminderList
  today: Day
}

/** On a wide screen the message of the first line, or of the one that is pointed at. */
function Preview({ one, list, today }: PreviewProps) {
  if (one === undefined) return null
  return (
    <Card aria-label="Mesaj örneği" className="sticky top-4 p-0 max-xl:hidden md:p-0">
      <p className="flex items-baseline justify-between gap-3 border-b border-border px-4 pt-3 pb-2.5">
        <span className="min-w-0 font-semibold wrap-anywhere">{isolated(one.customer)}</span>
        <span className="text-sm whitespace-nowrap text-muted-foreground">{formatPhone(one.phone)}</span>
      </p>
      <p className="m-4 rounded-lg rounded-bl-none bg-success-soft p-3.5 whitespace-pre-line wrap-anywhere">
        {messageOf(one, list, today)}
      </p>
    </Card>
  )
}

function Group({
  cause,
  rows,
  list,
  previewed,
  ...line
}: Omit<GroupsProps, 'range'> & {
  cause: Cause
  rows: readonly DueReminder[]
  previewed: DueReminder | undefined
  onPoint: (one: DueReminder) => void
}) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <Card aria-labelledby={id} className="p-0 md:p-0">
      <div className="flex items-baseline gap-3 border-b border-border px-4 pt-3 pb-2.5">
        <h2 id={id} className="text-lg font-semibold">
          {CAUSE_WORDS[cause]}
        </h2>
        <span className="text-muted-foreground">{rows.length}</span>
      </div>
      <ul className="divide-y divide-border">
        {rows.map((one) => (
          <ReminderLine key={keyOf(one)} one={one} texts={list} isShown={one === previewed} {...line} />
        ))}
      </ul>
    </Card>
  )
}
