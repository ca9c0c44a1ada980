import { useEffect, useEffectEvent, type KeyboardEvent as ReactKeyboardEvent } from 'react'

const FIELDS = 'input, textarea, select, [contenteditable="true"]'
const DIALOGS = '[role="dialog"], [role="alertdialog"]'

/** What a single key means on the list, or `undefined`: typing, dialogs and combinations keep their keys. */
export function listCommand(event: KeyboardEvent): 'search' | 'new' | undefined {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey)
    return undefined
  if (event.target instanceof Element && event.target.closest(`${FIELDS}, ${DIALOGS}`)) return undefined
  // By the letter, not by the key's place, and with Shift: '/' is Shift+7 on a Turkish keyboard.
  if (event.key === '/') return 'search'
  return event.key === 'n' || event.key === 'N' ? 'new' : undefined
}

/** '/' and 'n' anywhere on the screen, while `enabled` (WCAG 2.1.4: they can be switched off). */
export function useListKeys(enabled: boolean, run: (command: 'search' | 'new') => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = listCommand(event)
    if (command === undefined) return
    event.preventDefault()
    run(command)
  })
  useEffect(() => {
    if (!enabled) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [enabled])
}

/** Up and down arrows move from a row's link or button to the same one of the next row. */
export function moveBetweenRows(event: ReactKeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const row = event.target instanceof Element ? event.target.closest('tbody tr') : null
  if (step === undefined || row === null) return
  const place = [...row.querySelectorAll('a, button')].indexOf(event.target as Element)
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling
  const target = next?.querySelectorAll<HTMLElement>('a, button')[place]
  if (target === undefined) return
  event.preventDefault()
  target.focus()
}
