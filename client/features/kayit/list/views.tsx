import { Bookmark } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { useSavePreferences } from '#client/lib/preferences.ts'
import { type Day, monthOf } from '#shared/date.ts'
import { DURUM_TAMAM } from '#shared/options.ts'
import type { Preferences, SavedView } from '#shared/settings/preferences.ts'

import { type KayitSearch, parseKayitSearch } from './search.ts'

const ViewsDialog = lazyDialog(() => import('./views-dialog.tsx'))

/** Complete filter of a view; parts that it does not name are empty. */
type View = Pick<KayitSearch, 'durum' | 'open' | 'month' | 'year'>
const NO_FILTER: { [Name in keyof View]-?: undefined } = {
  durum: undefined,
  open: undefined,
  month: undefined,
  year: undefined,
}

/** Returns the built-in views, for the daily questions of a shop. */
const views = (today: Day): [label: string, view: View][] => [
  ['Açık işler', { open: true }],
  ['Bu ay', monthOf(today)],
  ['Tamamlananlar', { durum: DURUM_TAMAM }],
]

/** Reports whether every filter of the view is applied, possibly with more filters. */
const isInForce = (view: View, search: KayitSearch) =>
  Object.entries(view).every(([name, value]) => search[name as keyof View] === value)

/**
 * Returns the change made by a press on a view: its filter replaces the whole one, so that two views never combine to
 * an empty list. A press on an active view removes its filters. The search stays.
 */
export function pressView(view: View, search: KayitSearch) {
  if (!isInForce(view, search)) return { ...NO_FILTER, ...view }
  return Object.fromEntries(Object.keys(view).map((name) => [name, undefined]))
}

const CHIP =
  'inline-flex min-h-11 items-center rounded-full border border-input bg-card px-3.5 text-sm font-medium hover:bg-sunken aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-ink md:min-h-8'

/** Returns the state that a view saves: everything but the page. */
export function viewOf({ page: _page, ...search }: KayitSearch): SavedView['search'] {
  return search
}

/** Reports whether the list shows the saved view, on any page. */
const isShown = (view: SavedView, { search, preset }: Omit<SavedView, 'name'>) =>
  view.preset === preset &&
  JSON.stringify(inOrder(parseKayitSearch(view.search))) === JSON.stringify(inOrder(search))

const inOrder = (search: object) => Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1))

/** On a phone the chips stand in one line, which scrolls sideways. */
const CHIPS =
  'flex gap-2 max-md:-mx-4 max-md:-my-1 max-md:overflow-x-auto max-md:scroll-px-4 max-md:px-4 max-md:py-1 max-md:*:shrink-0 md:flex-wrap'

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

interface ViewButtonsProps {
  search: KayitSearch
  preferences: Preferences
  today: Day
  onChange: (change: ReturnType<typeof pressView>) => void
  /** Shows exactly this state. */
  onOpen: (search: KayitSearch) => void
}

/** Shows buttons for the built-in and the user's own views, and the dialog that edits the latter. */
export function ViewButtons({ search, preferences, today, onChange, onOpen }: ViewButtonsProps) {
  const [isSaving, setIsSaving] = useState(false)
  const save = useSavePreferences()
  const current = { search: viewOf(search), preset: preferences.listPreset }
  const open = (view: SavedView) => {
    if (isShown(view, current)) return onOpen({})
    onOpen(parseKayitSearch(view.search))
    if (view.preset !== preferences.listPreset) void save({ listPreset: view.preset })
  }
  return (
    <>
      <ul aria-label="Görünümler" className={CHIPS} ref={showFocused}>
        {views(today).map(([label, view]) => (
          <li key={label}>
            <button
              type="button"
              aria-pressed={isInForce(view, search)}
              className={CHIP}
              onClick={() => onChange(pressView(view, search))}
            >
              {label}
            </button>
          </li>
        ))}
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
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            data-print="hide"
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-sm font-medium text-muted-foreground hover:text-foreground md:min-h-8"
            onClick={() => setIsSaving(true)}
          >
            <Bookmark aria-hidden className="size-4" />
            Görünümü kaydet
          </button>
        </li>
      </ul>
      <ViewsDialog open={isSaving} onOpenChange={setIsSaving} views={preferences.views} current={current} />
    </>
  )
}
