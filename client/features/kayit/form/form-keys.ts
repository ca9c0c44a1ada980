import { useEffect, useEffectEvent, type KeyboardEvent as ReactKeyboardEvent } from 'react'

import { isDialogOpen, isPlainEnter } from '#client/lib/shortcuts.ts'

const WALKED = 'input:not([tabindex="-1"]), select, textarea'

/**
 * Moves from a text field to the next one on Enter, as at a cash register; `data-enter-to` names another target. A text
 * of several lines needs that attribute; Shift+Enter then makes a new line.
 */
export function focusNextOnEnter(event: ReactKeyboardEvent<HTMLFormElement>): void {
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

/** A closed fold does not render its fields. */
const isInSight = (field: HTMLElement) => field.closest('details:not([open])') === null

interface SaveKeys {
  onSave: () => void
  /** Absent for a user who sees no prices. */
  onSaveAndPdf?: (() => void) | undefined
  /** Absent for a new record, and without the right to payments. */
  onTake?: (() => void) | undefined
}

/**
 * Saves on Ctrl+S, saves and opens the document on Ctrl+Shift+Enter (Cmd on a Mac), takes a payment on F8. Ignores keys
 * while a dialog is open.
 */
export function useSaveKeys({ onSave, onSaveAndPdf, onTake }: SaveKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'F8' && onTake !== undefined) {
      event.preventDefault()
      if (!event.repeat && !isDialogOpen()) onTake()
      return
    }
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
