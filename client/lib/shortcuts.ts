import { useEffect, useEffectEvent } from 'react'

import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { BASE_PATH } from '#shared/base.ts'

const COOKIE = 'kisayollar'

const isOn = createStore(readCookie(COOKIE) !== '0')

/** Switches single keys on or off (WCAG 2.1.4), for this browser, whoever is logged in. */
export function switchShortcuts(on: boolean): void {
  writeCookie(COOKIE, on ? '1' : '0', { days: 365, path: BASE_PATH })
  isOn.set(on)
}

/** Whether single keys do something. */
export const useShortcuts = (): boolean => useStore(isOn, (on) => on)

/** Where keys are typed. */
export const FIELDS = 'input, textarea, select, [contenteditable="true"]'
const DIALOGS = '[role="dialog"], [role="alertdialog"]'

/** Whether the press is somebody else's: handled, a combination, or behind an open dialog. */
export const isForeign = ({ defaultPrevented, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  defaultPrevented || ctrlKey || metaKey || altKey || isComposing || document.querySelector(DIALOGS) !== null

export const isInside = ({ target }: Event, places: string) =>
  target instanceof Element && target.closest(places) !== null

/**
 * The character of a press that is not typed into a field, else undefined. By the character, not by the key's place,
 * and with Shift: '/' is Shift+7 on a Turkish keyboard.
 */
export const bareKey = (event: KeyboardEvent): string | undefined =>
  // The dialog last: looking for one goes through the whole page, and a key in a field is as frequent as typing.
  event.repeat || isInside(event, FIELDS) || isForeign(event) ? undefined : event.key

/** Hears every key of the page while single keys are on. */
export function useKeys(hear: (event: KeyboardEvent) => void): void {
  const isListening = useShortcuts()
  const press = useEffectEvent(hear)
  useEffect(() => {
    if (!isListening) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isListening])
}

/** What a control tells about its keys ('Control+S'): in its title, and to screen readers. */
export const keyHint = (label: string, keys: string) => ({
  title: `${label} (${keys.replace('Control', 'Ctrl')})`,
  'aria-keyshortcuts': keys,
})
