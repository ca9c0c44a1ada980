import { useEffect, useEffectEvent, type KeyboardEvent as ReactKeyboardEvent } from 'react'

import { isDialogOpen, isPlainEnter } from '#client/lib/shortcuts.ts'

const WALKED = 'input:not([tabindex="-1"]), select, textarea'

/**
 * Enter in a text field of a form moves on, as at a cash register: to `data-enter-to`, or to the next field in sight.
 * It leaves a text of several lines only where that names the next field; Shift+Enter then makes a line.
 */
export function moveOnEnter(event: ReactKeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form, nativeEvent } = event
  if (!isPlainEnter(nativeEvent)) return
  if (event.isDefaultPrevented() || !isWalked(target) || !form.contains(target)) return
  event.preventDefault()
  const fields = [...form.querySelectorAll<HTMLElement>(WALKED)].filter(isInSight)
  const named = fields.find((field) => field.getAttribute('name') === target.dataset['enterTo'])
  const next = named ?? fields[fields.indexOf(target) + 1]
  next?.focus()
}

const isWalked = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLInputElement ||
  (target instanceof HTMLTextAreaElement && target.dataset['enterTo'] !== undefined)

/** Not in a closed fold, whose fields are not rendered. */
const isInSight = (field: HTMLElement) => field.closest('details:not([open])') === null

interface SaveKeys {
  onSave: () => void
  /** Absent for a user who sees no prices. */
  onSaveAndPdf?: (() => void) | undefined
}

/** Ctrl+S saves, Ctrl+Shift+Enter saves and opens the document (Cmd on a Mac). Ignored while a dialog is open. */
export function useSaveKeys({ onSave, onSaveAndPdf }: SaveKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Ctrl+Alt is AltGr, which types characters.
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const isSave = !event.shiftKey && /^s$/i.test(event.key)
    const isPdf = event.shiftKey && event.key === 'Enter'
    if (!isSave && !isPdf) return
    event.preventDefault()
    if (event.repeat || isDialogOpen()) return
    if (isSave) onSave()
    else onSaveAndPdf?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
