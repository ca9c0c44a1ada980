import { Link, useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'

import { FindEverywhere, type FindProps } from '#client/components/find-everywhere.tsx'
import { ADMIN_ENTRIES, ENTRIES, type Entry, HOME, LOGOUT } from '#client/components/nav-entries.ts'
import { ProductMark } from '#client/components/product-mark.tsx'
import { firstLetter, UserMenu } from '#client/components/user-menu.tsx'
import { cn } from '#client/lib/cn.ts'
import { readLastView } from '#client/lib/last-view.ts'
import { useDismiss } from '#client/lib/use-dismiss.ts'
import { BASE_PATH } from '#shared/base.ts'

const LINK =
  'flex min-h-11 w-full items-center font-medium max-md:text-muted-foreground max-md:hover:bg-sunken max-md:hover:text-foreground max-md:aria-[current]:text-primary md:h-(--header-height) md:px-[.6vw] md:text-sm md:text-on-ink-muted md:focus-visible:outline-offset-[-4px] md:hover:text-on-ink md:aria-[current]:text-on-ink md:aria-[current]:shadow-[inset_0_-3px_var(--ink-mark)] lg:px-2.5'
/** An entry of the bottom bar, with its icon above the word. */
const BAR =
  'max-md:min-h-14 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:rounded-none max-md:text-xs max-md:focus-visible:outline-offset-[-2px] short:max-md:min-h-12 short:max-md:flex-row short:max-md:justify-start short:max-md:gap-3 short:max-md:px-4 short:max-md:text-base'
/** An icon above its name, which narrower windows only read aloud. */
const QUIET = 'md:flex-col md:justify-center md:gap-0.5 md:text-xs lg:px-1.5'
/** The button of a desktop that begins a new record. */
const BUTTON =
  'md:h-9 md:min-h-9 md:gap-1.5 md:rounded-md md:border md:border-ink-edge md:px-2.5 md:text-on-ink md:hover:bg-ink-raised md:aria-[current]:shadow-none'
/** An entry of the opened menu above the bar, with its icon before the word. */
const LINE =
  'max-md:min-h-12 max-md:gap-3 max-md:rounded-none max-md:px-4 max-md:focus-visible:outline-offset-[-2px]'
/** The list, which overlays the page with at most the height of the window; its lines then scroll under the bar. */
const LIST =
  'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:flex max-md:max-h-dvh max-md:scroll-pb-(--bottom-navigation) max-md:flex-wrap max-md:overflow-y-auto max-md:overscroll-contain max-md:border-t max-md:border-border max-md:bg-card max-md:[--ring:var(--primary)] max-md:shadow-lg short:max-md:top-(--header-height) short:max-md:bottom-auto short:max-md:max-h-[calc(100dvh-var(--header-height))] short:max-md:border-t-0 short:max-md:border-b md:flex md:items-center'
/**
 * A fifth of the bar, or a quarter for a user without the right to payments; it stays at the window's edge however long
 * the menu is.
 */
const BAR_SLOT =
  'max-md:sticky max-md:bottom-0 max-md:z-10 max-md:grow max-md:basis-1/5 max-md:bg-card max-md:pb-[env(safe-area-inset-bottom)] short:max-md:static short:max-md:basis-full short:max-md:border-t-0 short:max-md:pb-0'
/**
 * The look in a low window, which has no bar: 'Menü' is in the header, and all links are lines of the menu below it.
 */
const TOGGLE =
  'short:max-md:fixed short:max-md:top-1.5 short:max-md:right-1 short:max-md:bottom-auto short:max-md:bg-ink short:max-md:*:text-on-ink'

export interface AppHeaderProps extends FindProps {
  companyName: string
  /** '' without a logo. */
  logoUrl: string
  userId: number
  username: string
  isAdmin: boolean
  /** Whether expenses and statistics are shown. */
  hasFigures: boolean
  /** Whether the till is shown. */
  hasPayments: boolean
  onLogout: () => void
}

/**
 * One `nav` with one link for each screen. Below 768 px the same list is the bottom bar (Anasayfa, Kayıtlar, Yeni,
 * Kasa, Menü), and 'Menü' opens the other links above it; in a low window it opens all links below the header. The
 * list is one stop of Tab, in which the arrow keys move.
 */
export function AppHeader(props: AppHeaderProps) {
  const { companyName, logoUrl, userId, username, onLogout } = props
  const [open, setOpen] = useState(false)
  const listId = useId()
  const nav = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  const dismiss = useCallback(() => {
    // The lines disappear, together with a focus in one of them.
    if (nav.current?.contains(document.activeElement)) toggle.current?.focus({ preventScroll: true })
    close()
  }, [close])
  useDismiss(open, nav, dismiss)
  const line = cn(
    'max-md:order-1 max-md:basis-1/2 short:max-md:order-none short:max-md:basis-full',
    !open && 'max-md:hidden',
  )
  const bar = cn(BAR_SLOT, open && 'max-md:border-t')
  const barLine = cn(bar, 'max-md:order-2 short:max-md:order-none', !open && 'short:max-md:hidden')
  // The address is read at the press, because the list may have changed it since.
  const list = { search: () => readLastView(userId), activeOptions: { includeSearch: false } }
  const slotClasses = {
    bar: barLine,
    phone: cn(barLine, 'md:hidden'),
    desk: 'ml-1 max-lg:hidden',
    quiet: line,
    line,
  }
  const entries = props.isAdmin && companyName.trim() === '' ? ADMIN_ENTRIES : ENTRIES
  const firstQuiet = entries.find(({ slot }) => slot === 'quiet')
  const path = useLocation({ select: ({ pathname }) => pathname })
  // The page of a car belongs to the list of cars.
  const current = entries.find(({ link: { to = '' } }) => path.startsWith(to.replace(/s$/, '')))?.label
  const [focused, setFocused] = useState<string | null>(null)
  const tabStop = focused ?? current ?? HOME.label
  const stopProps = (label: string) => ({ tabIndex: label === tabStop ? 0 : -1 })
  const item = (entry: Entry) =>
    (!entry.only || props[entry.only]) && (
      <li
        key={entry.label + entry.slot}
        className={cn(slotClasses[entry.slot ?? 'line'], entry === firstQuiet && 'md:ml-auto')}
      >
        <Link
          {...entry.link}
          {...(entry.isList && list)}
          {...stopProps(entry.label)}
          {...(entry.label === current && { 'aria-current': true })}
          title={entry.slot === 'quiet' ? entry.label : undefined}
          className={cn(LINK, LOOKS[entry.slot ?? 'line'])}
          onClick={close}
        >
          <EntryName {...entry} />
        </Link>
      </li>
    )
  const isDesk = ({ slot }: Entry) => slot === 'desk'
  return (
    <header className="sticky top-0 z-30 min-h-(--header-height) border-b border-ink-line bg-ink px-3 text-on-ink md:px-6 [--ring:var(--ink-mark)]">
      <div className="app-bar mx-auto flex h-[calc(var(--header-height)-1px)] max-w-[117rem] items-center gap-2 md:gap-1 lg:gap-3">
        {/* 'Anasayfa' is the same link for the keyboard. */}
        <Link to="/dashboard" tabIndex={-1} className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md">
          <ShopMark name={companyName} logoUrl={logoUrl} />
          <span className="grid min-w-0">
            <span className="truncate leading-5 font-semibold">{companyName}</span>{' '}
            <span className="truncate text-xs leading-4 text-on-ink-muted">Yönetim Paneli</span>
          </span>
        </Link>
        <nav
          aria-label="Ana menü"
          ref={nav}
          className="md:ml-1 md:grow lg:ml-3 short:max-md:order-last short:max-md:w-28 short:max-md:shrink-0"
        >
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links of the list are the targets */}
          <ul
            id={listId}
            className={cn(LIST, !open && 'short:max-md:border-b-0 short:max-md:shadow-none')}
            onKeyDown={moveFocus}
            onFocus={({ target }) => setFocused(target.textContent)}
            onBlur={() => setFocused(null)}
          >
            {entries.filter((entry) => !isDesk(entry)).map(item)}
            <li className={line}>
              {/* The specification requires a link to the login screen. */}
              <a
                href={`${BASE_PATH}/`}
                title={LOGOUT.label}
                className={cn(LINK, LOOKS.quiet)}
                {...stopProps(LOGOUT.label)}
                onClick={(event) => {
                  event.preventDefault()
                  onLogout()
                }}
              >
                <EntryName {...LOGOUT} />
              </a>
            </li>
            {entries.filter(isDesk).map(item)}
            <li className={cn(bar, TOGGLE, 'max-md:order-3 md:hidden')}>
              <button
                ref={toggle}
                type="button"
                aria-expanded={open}
                aria-controls={listId}
                className={cn(LINK, BAR)}
                onClick={() => setOpen(!open)}
              >
                <Menu aria-hidden />
                Menü
              </button>
            </li>
          </ul>
        </nav>
        <FindEverywhere {...props} />
        <UserMenu username={username} onLogout={onLogout} />
      </div>
    </header>
  )
}

/** The shop's logo; without one its initial, drawn like a plate; for a shop without a name the product's mark. */
function ShopMark({ name, logoUrl }: { name: string; logoUrl: string }) {
  // The logo cannot be loaded without a connection.
  const [missing, setMissing] = useState('')
  if (logoUrl !== '' && logoUrl !== missing) {
    return (
      <img
        src={logoUrl}
        alt=""
        onError={() => setMissing(logoUrl)}
        className="size-9 shrink-0 rounded-md bg-[#ffffff] object-contain p-0.5 max-md:size-8 md:max-lg:hidden"
      />
    )
  }
  if (name.trim() === '') return <ProductMark className="size-9 shrink-0 max-md:size-8 md:max-lg:hidden" />
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-md border-l-8 border-plate-band bg-plate text-xl font-semibold text-plate-ink max-md:size-8 md:max-lg:hidden"
    >
      {firstLetter(name)}
    </span>
  )
}

const LOOKS = { bar: BAR, phone: BAR, desk: BUTTON, quiet: cn(LINE, QUIET), line: LINE }

const ICONS = {
  bar: 'md:hidden',
  phone: 'h-7 w-12 rounded-md bg-primary px-3 py-1 text-primary-foreground',
  desk: 'size-4',
  quiet: 'md:size-4.5',
  line: 'md:hidden',
}

function EntryName({
  label,
  Icon,
  slot = 'line' as const,
}: Pick<Entry, 'label' | 'Icon'> & { slot?: keyof typeof ICONS }) {
  return (
    <>
      <Icon aria-hidden className={ICONS[slot]} />
      <span className={slot === 'quiet' ? 'md:max-xl:sr-only' : undefined}>{label}</span>
    </>
  )
}

/** Moves between the visible entries by the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, target, ctrlKey, altKey, metaKey } = event
  const all = [...currentTarget.querySelectorAll<HTMLElement>('a, button')]
  const stops = all.filter((one) => one.checkVisibility())
  const here = stops.indexOf(target as HTMLElement)
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: (here + 1) % stops.length,
    ArrowLeft: here - 1,
    Home: 0,
    End: -1,
  }
  const step = steps[key]
  if (step === undefined || ctrlKey || altKey || metaKey) return
  event.preventDefault()
  stops.at(step)?.focus()
}
