import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import {
  BookOpenText,
  CarFront,
  ChartColumn,
  House,
  LifeBuoy,
  LogOut,
  Menu,
  Plus,
  ReceiptText,
  Search,
  Settings,
  ShieldUser,
  UsersRound,
} from 'lucide-react'
import { useCallback, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'

import { ProductMark } from '#client/components/product-mark.tsx'
import { MoreEntries } from '#client/components/more-entries.tsx'
import { firstLetter, UserMenu } from '#client/components/user-menu.tsx'
import { cn } from '#client/lib/cn.ts'
import { readLastView } from '#client/lib/last-view.ts'
import {
  shortcutKeyOf,
  isDialogOpen,
  isSearchKey,
  shortcutProps,
  useShortcutKeys,
} from '#client/lib/shortcuts.ts'
import { useDismiss } from '#client/lib/use-dismiss.ts'
import { BASE_PATH } from '#shared/base.ts'

interface Entry {
  link: Pick<LinkProps, 'to' | 'params'>
  /** Whether the link leads to the user's last view of the list. */
  isList?: boolean
  label: string
  Icon: typeof House
  /**
   * `bar` is always in a phone's bottom bar, `phone` only there; `more` is below 'Diğer' if the header is too narrow.
   * Other entries, and on a phone those of `more`, are lines of the menu.
   */
  slot?: 'bar' | 'phone' | 'more'
  /** The prop of the header that must be true for the entry to be shown. */
  only?: 'isAdmin' | 'hasFigures'
}

const ENTRIES: Entry[] = [
  { link: { to: '/dashboard' }, label: 'Anasayfa', Icon: House, slot: 'bar' },
  { link: { to: '/books' }, isList: true, label: 'Kayıtlar', Icon: BookOpenText, slot: 'bar' },
  { link: { to: '/book/$id', params: { id: '0' } }, label: 'Yeni', Icon: Plus, slot: 'phone' },
  { link: { to: '/expense' }, label: 'Giderler', Icon: ReceiptText, slot: 'bar', only: 'hasFigures' },
  { link: { to: '/stats' }, label: 'İstatistikler', Icon: ChartColumn, only: 'hasFigures' },
  { link: { to: '/settings' }, label: 'Ayarlar', Icon: Settings },
  { link: { to: '/feedbacks' }, label: 'Destek', Icon: LifeBuoy },
  { link: { to: '/vehicles' }, label: 'Araçlar', Icon: CarFront, slot: 'more' },
  { link: { to: '/customers' }, label: 'Müşteriler', Icon: UsersRound, slot: 'more' },
  { link: { to: '/admin' }, label: 'Yönetim', Icon: ShieldUser, only: 'isAdmin' },
]
const MORE = ENTRIES.filter(({ slot }) => slot === 'more')

const LINK =
  'flex min-h-11 w-full items-center font-medium max-md:text-muted-foreground max-md:hover:bg-sunken max-md:hover:text-foreground max-md:aria-[current=page]:text-primary md:h-(--header-height) md:px-[.6vw] md:text-sm md:text-on-ink-muted md:focus-visible:outline-offset-[-4px] md:hover:text-on-ink md:aria-[current=page]:text-on-ink md:aria-[current=page]:shadow-[inset_0_-3px_var(--ink-mark)] lg:px-2.5'
/** An entry of the bottom bar, with its icon above the word. */
const BAR =
  'max-md:min-h-14 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:rounded-none max-md:text-xs max-md:focus-visible:outline-offset-[-2px] short:max-md:min-h-12 short:max-md:flex-row short:max-md:justify-start short:max-md:gap-3 short:max-md:px-4 short:max-md:text-base'
/** An entry of the opened menu above the bar, with its icon before the word. */
const LINE =
  'max-md:min-h-12 max-md:gap-3 max-md:rounded-none max-md:px-4 max-md:focus-visible:outline-offset-[-2px]'
/** The list, which overlays the page with at most the height of the window; its lines then scroll under the bar. */
const LIST =
  'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:flex max-md:max-h-dvh max-md:scroll-pb-(--bottom-navigation) max-md:flex-wrap max-md:overflow-y-auto max-md:overscroll-contain max-md:border-t max-md:border-border max-md:bg-card max-md:[--ring:var(--primary)] max-md:shadow-lg short:max-md:top-(--header-height) short:max-md:bottom-auto short:max-md:max-h-[calc(100dvh-var(--header-height))] short:max-md:border-t-0 short:max-md:border-b md:flex'
/**
 * A fifth of the bar, or a quarter for a user without the right to figures; it stays at the window's edge however long
 * the menu is.
 */
const BAR_SLOT =
  'max-md:sticky max-md:bottom-0 max-md:z-10 max-md:grow max-md:basis-1/5 max-md:bg-card max-md:pb-[env(safe-area-inset-bottom)] short:max-md:static short:max-md:basis-full short:max-md:border-t-0 short:max-md:pb-0'
/**
 * The look in a low window, which has no bar: 'Menü' is in the header, and all links are lines of the menu below it.
 */
const TOGGLE =
  'short:max-md:fixed short:max-md:top-1.5 short:max-md:right-1 short:max-md:bottom-auto short:max-md:bg-ink short:max-md:*:text-on-ink'

export interface AppHeaderProps {
  companyName: string
  /** '' without a logo. */
  logoUrl: string
  userId: number
  username: string
  isAdmin: boolean
  /** Whether expenses and statistics are shown. */
  hasFigures: boolean
  /** Opens the search of all lists. */
  onFind: () => void
  /** Called when the search will probably be opened. */
  onFindIntent: () => void
  onLogout: () => void
}

/**
 * One `nav` with one link for each screen. Below 768 px the same list is the bottom bar (Anasayfa, Kayıtlar, Yeni,
 * Giderler, Menü), and 'Menü' opens the other links above it; in a low window it opens all links below the header.
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
  const line = cn('max-md:order-1 max-md:basis-full short:max-md:order-none', !open && 'max-md:hidden')
  const bar = cn(BAR_SLOT, open && 'max-md:border-t')
  const barLine = cn(bar, 'max-md:order-2 short:max-md:order-none', !open && 'short:max-md:hidden')
  // The address is read at the press, because the list may have changed it since.
  const list = { search: () => readLastView(userId), activeOptions: { includeSearch: false } }
  const slotClasses = {
    bar: barLine,
    phone: cn(barLine, 'md:hidden'),
    more: cn(line, 'md:max-[100rem]:hidden'),
    line,
  }
  return (
    <header className="sticky top-0 z-30 min-h-(--header-height) border-b border-ink-line bg-ink px-3 text-on-ink md:px-6 [--ring:var(--ink-mark)]">
      <div className="app-bar mx-auto flex h-[calc(var(--header-height)-1px)] max-w-[117rem] items-center gap-2 md:gap-1 lg:gap-3">
        <Link to="/dashboard" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md">
          <ShopMark name={companyName} logoUrl={logoUrl} />
          <span className="grid min-w-0">
            <span className="truncate leading-5 font-semibold">{companyName}</span>{' '}
            <span className="truncate text-xs leading-4 text-on-ink-muted">Yönetim Paneli</span>
          </span>
        </Link>
        <nav
          aria-label="Ana menü"
          ref={nav}
          className="md:mr-auto md:ml-1 lg:ml-3 short:max-md:order-last short:max-md:w-28 short:max-md:shrink-0"
        >
          <ul id={listId} className={cn(LIST, !open && 'short:max-md:border-b-0 short:max-md:shadow-none')}>
            {ENTRIES.map(
              ({ link, isList, label, Icon, slot, only }) =>
                (!only || props[only]) && (
                  <li key={label} className={slotClasses[slot ?? 'line']}>
                    <Link
                      {...link}
                      {...(isList && list)}
                      className={cn(LINK, slot === undefined || slot === 'more' ? LINE : BAR)}
                      onClick={close}
                    >
                      <Icon
                        aria-hidden
                        className={cn(
                          'md:hidden',
                          slot === 'phone' &&
                            'h-7 w-12 rounded-md bg-primary px-3 py-1 text-primary-foreground',
                        )}
                      />
                      {label}
                    </Link>
                  </li>
                ),
            )}
            <MoreEntries entries={MORE} className={LINK} />
            <li className={line}>
              {/* The specification requires a link to the login screen. */}
              <a
                href={`${BASE_PATH}/`}
                className={cn(LINK, LINE)}
                onClick={(event) => {
                  event.preventDefault()
                  onLogout()
                }}
              >
                <LogOut aria-hidden className="md:hidden" />
                Çıkış
              </a>
            </li>
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
        <NewRecord />
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

/** The link to a new record on every screen; a phone has it in the middle of its bar. */
function NewRecord() {
  return (
    <Link
      to="/book/$id"
      params={{ id: '0' }}
      title="Yeni kayıt"
      className="flex min-h-9 shrink-0 items-center gap-1.5 rounded-md border border-ink-edge px-2.5 text-sm font-medium hover:bg-ink-raised max-lg:hidden"
    >
      <Plus aria-hidden className="size-4" />
      Yeni
    </Link>
  )
}

/**
 * Handles the keys of every screen: Ctrl+K opens the search of all lists, '/' moves to the search of the screen or
 * opens that of all lists, 'n' begins a new record.
 */
function FindEverywhere({ onFind, onFindIntent }: Pick<AppHeaderProps, 'onFind' | 'onFindIntent'>) {
  const router = useRouter()
  useShortcutKeys((event) => {
    const command = screenCommand(event)
    if (command === undefined) return
    event.preventDefault()
    const here = document.querySelector<HTMLInputElement>('main input[type="search"]')
    if (command === 'search' && here !== null) here.focus()
    else if (command === 'search') onFind()
    else if (router.state.location.pathname !== '/book/0')
      void router.navigate({ to: '/book/$id', params: { id: '0' } })
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Ctrl or Cmd is the first key of the combination.
    if (event.key === 'Control' || event.key === 'Meta') onFindIntent()
    if (!isSearchKey(event) || event.defaultPrevented) return
    // The browser must not open its own search.
    event.preventDefault()
    if (!event.repeat && !isDialogOpen()) onFind()
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...shortcutProps('Her yerde ara', 'Control+K')}
      className="flex size-11 shrink-0 items-center justify-center gap-2 rounded-md text-sm text-on-ink-muted max-md:ml-auto xl:h-9 xl:w-48 xl:justify-start xl:border xl:border-ink-edge xl:px-2.5"
      onClick={onFind}
      onFocus={onFindIntent}
      onPointerEnter={onFindIntent}
    >
      <Search aria-hidden className="xl:size-4" />
      <span className="grow text-left max-xl:sr-only">Her yerde ara</span>
      <kbd aria-hidden className="rounded-sm border border-ink-edge px-1.5 font-sans text-xs max-xl:hidden">
        Ctrl K
      </kbd>
    </button>
  )
}

/** Returns the command of a single key on every screen; fields, dialogs and combinations keep their keys. */
export function screenCommand(event: KeyboardEvent): 'search' | 'new' | undefined {
  const key = shortcutKeyOf(event)
  if (key === '/') return 'search'
  return key === 'n' || key === 'N' ? 'new' : undefined
}
