import { CarFront, ClipboardList, Search, User } from 'lucide-react'
import type { ReactNode } from 'react'

import { DurumBadge } from '#client/components/durum-badge.tsx'
import { Highlight, type HighlightProps } from '#client/components/highlight.tsx'
import { Plate } from '#client/components/plate.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import { STAGE_WORDS } from '#shared/kayit/stage.ts'
import { recordNumber } from '#shared/search/rules.ts'
import { markingOf, matchesAcross, type RowTexts } from '#shared/search/across.ts'
import type { CustomerHit, RecordHit, VehicleHit } from '#shared/search/schema.ts'
import { highlightPhoneRanges, highlightVehicleRanges } from '#shared/turkish.ts'
import { digitsIn } from '#shared/text.ts'

import type { Option, RecentHit } from './options.ts'

/** Shows an option with the hits of the search marked; phrasing content only. */
export function OptionLine({ option, query }: { option: Option; query: string }) {
  if (option.kind === 'vehicle') return <VehicleLine hit={option.hit} query={query} />
  if (option.kind === 'recent') return <RecentLine hit={option.recentHit} />
  if (option.kind === 'list')
    return <Line Icon={Search} title={`${option.title}: “${isolated(query.trim())}”`} />
  if (option.kind === 'screen') {
    const { name, Icon } = option.screen
    return <Line Icon={Icon} title={<Highlight text={name} query={query} kind="similar" />} />
  }
  const kind = option.similar ? 'similar' : 'words'
  if (option.kind === 'customer') return <CustomerLine hit={option.hit} query={query} kind={kind} />
  return <RecordLine hit={option.hit} query={query} kind={kind} />
}

/** Returns whether a number matches the search; numbers that do not are hidden. */
const hasMarks = (ranges: unknown[]) => ranges.length > 0

/** Returns whether a row matches only with a text that `rest` lacks. */
const needsMore = (query: string, row: RowTexts, rest: RowTexts) =>
  matchesAcross(query, row) && !matchesAcross(query, rest)

/** Returns the chassis number if there is no plate or the search found it. */
function shownVin(query: string, { plate, vin }: { plate: string; vin: string }, row: RowTexts): string {
  const isFound =
    hasMarks(highlightVehicleRanges(vin, query)) || needsMore(query, row, { ...row, vehicles: [plate] })
  return plate === '' || isFound ? vin : ''
}

function VehicleLine({ hit, query }: { hit: VehicleHit; query: string }) {
  const { plate, vin, make, model, customer, last_day, is_open } = hit
  const car = joinIsolated(' ', [make, model])
  const row = { name: car, vehicles: [plate, vin], isSimilar: true }
  const marking = markingOf(query, row)
  return (
    <Line
      plate={plate}
      vin={shownVin(query, hit, row)}
      {...marking}
      title={car !== '' && <Highlight text={car} {...marking} kind="similar" />}
      note={joinIsolated(' · ', [customer, `son geliş ${formatDay(last_day)}`])}
      side={is_open && <Badge variant="primary">Açık iş</Badge>}
    />
  )
}

type Searched = { query: string; kind: NonNullable<HighlightProps['kind']> }

function CustomerLine({ hit, query, kind }: Searched & { hit: CustomerHit }) {
  const { name, phone, tax_no, visits, last_day } = hit
  const marking = markingOf(query, { name, phone, isSimilar: kind === 'similar' })
  // The server masks the tax number, so the typed digits cannot be marked in it.
  const isFoundByTax =
    tax_no !== '' &&
    digitsIn(query).length >= 4 &&
    marking.across === undefined &&
    !hasMarks(highlightPhoneRanges(phone, query))
  return (
    <Line
      Icon={User}
      title={<Highlight text={name} {...marking} kind={kind} />}
      note={
        <>
          {phone !== '' && (
            <>
              <Highlight text={phone} {...marking} kind="phone" />
              {' · '}
            </>
          )}
          {isFoundByTax && `${isolated(tax_no)} · `}
          {visits} geliş, son {formatDay(last_day)}
        </>
      }
    />
  )
}

function RecordLine({ hit, query, kind }: Searched & { hit: RecordHit }) {
  const { id, plate, vin, customer, phone, day, durum, stage } = hit
  const isNumber = recordNumber(query) === id
  const row = { name: customer, vehicles: [plate, vin], phone, isSimilar: kind === 'similar' }
  const marking = markingOf(query, row)
  const isFoundByPhone =
    hasMarks(highlightPhoneRanges(phone, query)) || needsMore(query, row, { ...row, phone: '' })
  return (
    <Line
      plate={plate}
      vin={shownVin(query, hit, row)}
      {...marking}
      title={<Highlight text={customer} {...marking} kind={kind} />}
      note={
        <>
          {formatDay(day)} · Kayıt {isNumber ? <mark>{id}</mark> : id}
          {isFoundByPhone && (
            <>
              {' · '}
              <Highlight text={phone} {...marking} kind="phone" />
            </>
          )}
        </>
      }
      side={<DurumBadge durum={stage === undefined ? durum : STAGE_WORDS[stage]} />}
    />
  )
}

const RECENT_ICONS = { vehicle: CarFront, customer: User, record: ClipboardList }
const KINDS = { vehicle: 'Araç', customer: 'Müşteri', record: 'Kayıt' }

const RecentLine = ({ hit: { kind, title, note } }: { hit: RecentHit }) => (
  <Line Icon={RECENT_ICONS[kind]} title={isolated(title)} note={joinIsolated(' · ', [KINDS[kind], note])} />
)

interface LineProps {
  /** Icon before lines without a plate. */
  Icon?: typeof User
  plate?: string
  vin?: string
  query?: string
  across?: HighlightProps['across']
  title: ReactNode
  note?: ReactNode
  side?: ReactNode
}

/** Shows the plate (or an icon), the name and the state of a hit; on a phone the plate stands above. */
function Line(props: LineProps) {
  const { Icon, plate = '', vin = '', query = '', across, title, note, side } = props
  return (
    <>
      {Icon === undefined ? (
        <span className="w-full min-w-0 md:w-38 md:shrink-0">
          {plate === '' ? null : <Plate text={plate} {...{ query, across }} />}
        </span>
      ) : (
        <Icon aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      )}
      <span className="min-w-0 grow basis-0">
        <span className="block truncate font-semibold">{title}</span>
        {vin !== '' && (
          <span className="block truncate text-sm slashed-zero">
            <span className="text-muted-foreground">Şasi </span>
            <Highlight text={vin} {...{ query, across }} kind="vehicle" />
          </span>
        )}
        {note !== undefined && <span className="block truncate text-sm text-muted-foreground">{note}</span>}
      </span>
      {side !== undefined && side !== false && <span className="shrink-0">{side}</span>}
    </>
  )
}
