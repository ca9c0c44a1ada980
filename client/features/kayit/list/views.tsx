import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { ChoiceMenu } from '#client/components/choice-menu.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { formatCount } from '#client/lib/format.ts'
import { useSavePreferences } from '#client/lib/preferences.ts'
import { type Day, EMPTY_DASH, monthOf } from '#shared/date.ts'
import type { BookCounts } from '#shared/kayit/schema.ts'
import { OWED_STATES, type OwedState } from '#shared/options.ts'
import type { Preferences, SavedView } from '#shared/settings/preferences.ts'

import { type KayitSearch, parseKayitSearch } from './search.ts'

const ViewsDialog = lazyDialog(() => import('./views-dialog.tsx'))

/** Complete filter of a view; parts that it does not name are empty. */
type View = Pick<KayitSearch, 'durum' | 'open' | 'owed' | 'stage' | 'month' | 'year'>
const NO_FILTER: { [Name in keyof View]-?: undefined } = {
  durum: undefined,
  open: undefined,
  owed: undefined,
  stage: undefined,
  month: undefined,
  year: undefined,
}

interface BuiltInView {
  label: string
  view: View
  /** The number of its records in the whole book; `undefined` until it is counted. */
  count: number | undefined
}

/** Statuses with a button; further ones are in a menu, because a shop can invent any number. */
const MOST_STATUSES = 6

const openView = (counts: BookCounts | undefined): BuiltInView => ({
  label: 'Açık işler',
  view: { open: true },
  count: counts?.open,
})

/** Returns the views of the statuses in the book, and of `durum` in any case. */
function statusViews(durum: string | undefined, counts: BookCounts | undefined): BuiltInView[] {
  const found = counts?.statuses ?? []
  const isMissing = durum !== undefined && found.every((one) => one.durum !== durum)
  return [...found, ...(isMissing ? [{ durum, count: undefined }] : [])].map((one) => ({
    label: one.durum === '' ? EMPTY_DASH : one.durum,
    view: { durum: one.durum },
    count: one.count,
  }))
}

const OWED_LABELS: Readonly<Record<OwedState, string>> = { unpaid: 'Ödenmedi', partial: 'Kısmen' }

/** Returns the views of what customers owe: those that have records, and `owed` in any case. */
const owedViews = (owed: OwedState | undefined, counts: BookCounts | undefined): BuiltInView[] =>
  OWED_STATES.filter((state) => state === owed || (counts?.owed?.[state] ?? 0) > 0).map((state) => ({
    label: OWED_LABELS[state],
    view: { owed: state },
    count: counts?.owed?.[state],
  }))

/** Returns the view of the quotes if there are any, and while it is shown. */
const quoteViews = (stage: KayitSearch['stage'], counts: BookCounts | undefined): BuiltInView[] =>
  stage !== undefined || (counts?.quotes ?? 0) > 0
    ? [{ label: 'Teklifler', view: { stage: 'quote' }, count: counts?.quotes }]
    : []

/** Returns the built-in views: the daily questions of a shop, then the statuses and the debts. */
function viewsOf(today: Day, counts: BookCounts | undefined, { durum, owed, stage }: KayitSearch) {
  const statuses = statusViews(durum, counts)
  const first = statuses.filter(({ view }, index) => index < MOST_STATUSES || view.durum === durum)
  const daily: BuiltInView[] = [
    { label: 'Tümü', view: {}, count: counts?.total },
    openView(counts),
    { label: 'Bu ay', view: monthOf(today), count: counts?.month },
  ]
  return {
    shown: [...daily, ...quoteViews(stage, counts)],
    others: [...first, ...owedViews(owed, counts)],
    further: statuses.filter((one) => !first.includes(one)),
  }
}

/** Returns whether every filter of the view is applied, possibly with more filters; 'Tümü' has none. */
function isInForce(view: View, search: KayitSearch) {
  const named = Object.keys(view)
  const names = named.length === 0 ? Object.keys(NO_FILTER) : named
  return names.every((name) => search[name as keyof View] === view[name as keyof View])
}

/**
 * Returns the change made by a press on a view: its filter replaces the whole one, so that two views never combine to
 * an empty list. A press on an active view removes its filters. The search stays.
 */
export function pressView(view: View, search: KayitSearch) {
  if (!isInForce(view, search)) return { ...NO_FILTER, ...view }
  return Object.fromEntries(Object.keys(view).map((name) => [name, undefined]))
}

const CHIP =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full border border-input bg-card px-3.5 text-sm font-medium hover:bg-sunken aria-pressed:border-foreground aria-pressed:bg-foreground aria-pressed:text-background md:min-h-8 md:px-3'

/** Returns the state that a view saves: everything but the page. */
export function viewOf({ page: _page, ...search }: KayitSearch): SavedView['search'] {
  return search
}

/** Returns whether the list shows the saved view, on any page. */
const isShown = (view: SavedView, { search, preset }: Omit<SavedView, 'name'>) =>
  view.preset === preset &&
  JSON.stringify(sortEntries(parseKayitSearch(view.search))) === JSON.stringify(sortEntries(search))

const sortEntries = (search: object) => Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1))

/** On a phone the chips stand in one line, which scrolls sideways. */
const CHIPS =
  'flex min-w-0 grow gap-2 max-md:-mx-4 max-md:-my-1 max-md:overflow-x-auto max-md:scroll-px-4 max-md:px-4 max-md:py-1 max-md:*:shrink-0 md:flex-wrap'

/**
 * Scrolls a chip with the keyboard focus into view, which browsers leave half outside. A pressed chip must not move.
 */
function showFocused(line: HTMLElement | null) {
  const show = ({ target }: FocusEvent) => {
    const isKeyboard = target instanceof Element && target.matches(':focus-visible')
    if (isKeyboard) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  line?.addEventListener('focusin', show)
  return () => line?.removeEventListener('focusin', show)
}

interface StatusChoicesProps {
  search: KayitSearch
  counts: BookCounts | undefined
  onChange: (change: { [Name in keyof typeof NO_STATUS]: View[Name] | undefined }) => void
}

const NO_STATUS = { durum: undefined, open: undefined, owed: undefined, stage: undefined }

/** Shows the statuses in a phone's sheet of filters; unlike the line above the list they keep month and year. */
export function StatusChoices({ search, counts, onChange }: StatusChoicesProps) {
  const statuses = statusViews(search.durum, counts)
  const all: BuiltInView = { label: 'Tümü', view: {}, count: counts?.total }
  return (
    <ul aria-label="Durum" className="flex flex-wrap gap-2 md:hidden">
      {[
        all,
        openView(counts),
        ...quoteViews(search.stage, counts),
        ...statuses,
        ...owedViews(search.owed, counts),
      ].map(({ label, view, count }) => {
        const isOn = (Object.keys(NO_STATUS) as (keyof typeof NO_STATUS)[]).every(
          (name) => search[name] === view[name],
        )
        return (
          <Chip
            key={label}
            isOn={isOn}
            count={count}
            onPress={() => onChange(isOn ? NO_STATUS : { ...NO_STATUS, ...view })}
          >
            {label}
          </Chip>
        )
      })}
    </ul>
  )
}

interface ChipProps {
  isOn: boolean
  count: number | undefined
  onPress: () => void
  children: string
}

function Chip({ isOn, count, onPress, children }: ChipProps) {
  return (
    <li>
      <button type="button" aria-pressed={isOn} className={CHIP} onClick={onPress}>
        {children}
        {count !== undefined && (
          <small className="text-xs font-medium opacity-75">{formatCount(count)}</small>
        )}
      </button>
    </li>
  )
}

interface ViewButtonsProps {
  search: KayitSearch
  preferences: Preferences
  counts: BookCounts | undefined
  today: Day
  onChange: (change: ReturnType<typeof pressView>) => void
  /** Shows exactly this state. */
  onOpen: (search: KayitSearch) => void
  /** Renders the menu of the list's look; `onName` opens the dialog. */
  renderMenu: (onName: () => void) => ReactNode
}

/** Shows buttons for the built-in and the user's own views, and the dialog that edits the latter. */
export function ViewButtons(props: ViewButtonsProps) {
  const { search, preferences, counts, today, onChange, onOpen, renderMenu } = props
  const [isSaving, setIsSaving] = useState(false)
  const save = useSavePreferences()
  const current = { search: viewOf(search), preset: preferences.listPreset }
  const open = (view: SavedView) => {
    if (isShown(view, current)) return onOpen({})
    onOpen(parseKayitSearch(view.search))
    if (view.preset !== preferences.listPreset) void save({ listPreset: view.preset })
  }
  const { shown, others, further } = viewsOf(today, counts, search)
  const startSaving = () => setIsSaving(true)
  const chipOf = ({ label, view, count }: BuiltInView) => (
    <Chip
      key={label}
      isOn={isInForce(view, search)}
      count={count}
      onPress={() => onChange(pressView(view, search))}
    >
      {label}
    </Chip>
  )
  return (
    <div className="flex items-start gap-4">
      <ul aria-label="Görünümler" className={CHIPS} ref={showFocused}>
        {shown.map(chipOf)}
        {/* A user without the number of quotes may see no appointments either. */}
        {counts?.quotes !== undefined && (
          <li>
            <Link to="/books/appointments" className={CHIP}>
              Randevular
            </Link>
          </li>
        )}
        {others.map(chipOf)}
        {further.length > 0 && (
          <li>
            <ChoiceMenu
              label="Diğer durumlar"
              choices={further.map(({ view: { durum = '' } }) => ({
                value: durum,
                content: <DurumBadge durum={durum} />,
              }))}
              onChoose={(durum) => onChange(pressView({ durum }, search))}
              className={CHIP}
            >
              Diğer durumlar
            </ChoiceMenu>
          </li>
        )}
        {preferences.views.map((view) => (
          <li key={view.name} className="max-w-full">
            <button
              type="button"
              aria-pressed={isShown(view, current)}
              className={`${CHIP} max-w-full wrap-anywhere`}
              onClick={() => open(view)}
            >
              {view.name}
            </button>
          </li>
        ))}
        <li className="md:hidden">
          <button
            type="button"
            aria-haspopup="dialog"
            data-print="hide"
            className="min-h-11 px-2 text-sm font-medium text-muted-foreground hover:text-foreground"
            onClick={startSaving}
          >
            Görünümü kaydet
          </button>
        </li>
      </ul>
      {renderMenu(startSaving)}
      <ViewsDialog open={isSaving} onOpenChange={setIsSaving} views={preferences.views} current={current} />
    </div>
  )
}
