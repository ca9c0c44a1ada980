import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffectEvent, useLayoutEffect } from 'react'

import {
  shortcutKeyOf,
  isDialogOpen,
  isSearchKey,
  shortcutProps,
  useShortcutKeys,
} from '#client/lib/shortcuts.ts'

export interface FindProps {
  /** Opens the search of all lists. */
  onFind: () => void
  /** Called when the search will probably be opened. */
  onFindIntent: () => void
}

/**
 * Handles the keys of every screen: Ctrl+K opens the search of all lists, '/' moves to the search of the screen or
 * opens that of all lists, 'n' begins a new record.
 */
export function FindEverywhere({ onFind, onFindIntent }: FindProps) {
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
