import { useEffectEvent, useLayoutEffect } from 'react'

import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { BASE_PATH } from '#shared/base.ts'

const COOKIE = 'kisayollar'

const isOn = createStore(readCookie(COOKIE) !== '0')

/** Switches single-key shortcuts on or off (WCAG 2.1.4), for this browser and all of its users. */
export function switchShortcuts(on: boolean): void {
  writeCookie(COOKIE, on ? '1' : '0', { days: 365, path: BASE_PATH })
  isOn.set(on)
}

/** Returns whether single-key shortcuts are on. */
export const useAreShortcutsOn = (): boolean => useStore(isOn, (on) => on)

/** The elements into which keys are typed. */
export const TYPING_FIELDS = 'input, textarea, select, [contenteditable="true"]'
const DIALOGS = '[role="dialog"], [role="alertdialog"]'

/** Returns whether a dialog is open, which then receives the keys. */
export const isDialogOpen = (): boolean => document.querySelector(DIALOGS) !== null

/** Returns whether a key press must be ignored: already handled, a combination, or behind an open dialog. */
export const shouldIgnoreKey = ({ defaultPrevented, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  defaultPrevented || ctrlKey || metaKey || altKey || isComposing || isDialogOpen()

/** Returns whether the key is Enter alone, not part of a combination or of a character being composed. */
export const isPlainEnter = ({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent) =>
  key === 'Enter' && !(ctrlKey || metaKey || altKey || shiftKey || isComposing)

/**
 * Returns whether the key is Ctrl+K (Cmd+K on a Mac), which opens the search; Ctrl+Alt is AltGr, which types
 * characters.
 */
export const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (key === 'k' || key === 'K') && (ctrlKey || metaKey) && !(altKey || shiftKey)

/** Returns whether the event comes from within an element of the selector. */
export const isEventInside = ({ target }: Event, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

/**
 * Returns the character of a key press outside of fields, otherwise undefined. It is the character, not the physical
 * key, and includes Shift: '/' is Shift+7 on a Turkish keyboard.
 */
export const shortcutKeyOf = (event: KeyboardEvent): string | undefined =>
  // The dialog is checked last: the check searches the whole page, and keys in fields are frequent.
  event.repeat || isEventInside(event, TYPING_FIELDS) || shouldIgnoreKey(event) ? undefined : event.key

/** Listens to every key of the page while single-key shortcuts are on, from the moment the screen is drawn. */
export function useShortcutKeys(onKey: (event: KeyboardEvent) => void): void {
  const isListening = useAreShortcutsOn()
  const press = useEffectEvent(onKey)
  useLayoutEffect(() => {
    if (!isListening) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isListening])
}

/** Returns the props that name a control's shortcut ('Control+S'), in its title and for screen readers. */
export const shortcutProps = (label: string, keys: string) => ({
  title: `${label} (${keys.replace('Control', 'Ctrl')})`,
  'aria-keyshortcuts': keys,
})
