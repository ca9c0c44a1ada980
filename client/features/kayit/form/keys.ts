import { useEffect, useEffectEvent, type RefObject } from 'react'

import { moveOnEnter } from './focus.ts'

export interface KayitKeys {
  form: RefObject<HTMLFormElement | null>
  onSave: () => void
  onSaveAndPdf: () => void
}

/**
 * Ctrl+S saves, Ctrl+Shift+Enter saves and opens the document (Cmd on a Mac), Enter leads to the next field. Not
 * while a dialog asks.
 */
export function useKayitKeys({ form, onSave, onSaveAndPdf }: KayitKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    moveOnEnter(event, form.current)
    // Ctrl+Alt is AltGr, which types characters.
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const isSave = !event.shiftKey && /^s$/i.test(event.key)
    const isPdf = event.shiftKey && event.key === 'Enter'
    if (!isSave && !isPdf) return
    event.preventDefault()
    if (event.repeat || document.querySelector('[role=dialog], [role=alertdialog]') !== null) return
    if (isSave) onSave()
    else onSaveAndPdf()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
