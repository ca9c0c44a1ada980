import { withoutControls } from '#shared/text.ts'

const INSERTED = new Set(['insertFromPaste', 'insertFromDrop'])

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Returns the text field of an event; `null` for a password, shown or hidden, which is never changed. */
function textControlOf({ target }: Event): TextControl | null {
  if (target instanceof HTMLTextAreaElement) return target
  if (!(target instanceof HTMLInputElement)) return null
  const isSecret = target.type === 'password' || target.autocomplete.includes('password')
  return isSecret || target.type === 'file' ? null : target
}

/**
 * Replaces control characters, which the server refuses, by a space in every field of the page: the tabs between pasted
 * cells of a spreadsheet, and the special line breaks of word processors (U+000B, U+000C).
 */
export function replaceControlCharacters(): void {
  document.addEventListener('beforeinput', (event) => {
    const { inputType, data } = event
    if (!INSERTED.has(inputType) || data === null || textControlOf(event) === null) return
    const clean = withoutControls(data)
    if (clean === data) return
    event.preventDefault()
    // `execCommand` is the only way to insert text that supports undo.
    document.execCommand('insertText', false, clean)
  })
  // Keyboards of phones, dictation and password managers insert text without an event that can be changed.
  document.addEventListener('input', cleanField, { capture: true })
}

function cleanField(event: Event): void {
  const field = textControlOf(event)
  if (field === null) return
  const text = field.value
  const clean = withoutControls(text)
  if (clean === text) return
  const caret = withoutControls(text.slice(0, field.selectionEnd ?? text.length)).length
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  // React overrides the field's own property and would then report no change.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, clean)
  // A field for e-mail addresses has no selection.
  if (field.selectionEnd !== null) field.setSelectionRange(caret, caret)
}
