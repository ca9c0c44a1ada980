const INSERTED = new Set(['insertFromPaste', 'insertFromDrop'])

/** A password is never changed, whether it is shown or not. */
const takesTabs = (field: HTMLInputElement | HTMLTextAreaElement) => field.autocomplete.includes('password')

/**
 * Cells of a spreadsheet are pasted with tabs between them, which the server refuses in a text. Pasted or dropped
 * tabs become spaces, in every field of the page.
 */
export function replacePastedTabs(): void {
  document.addEventListener('beforeinput', (event) => {
    const { target, inputType, data } = event
    if (!INSERTED.has(inputType) || data?.includes('\t') !== true) return
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    if (takesTabs(target)) return
    event.preventDefault()
    // The only way to insert text that supports undo.
    document.execCommand('insertText', false, data.replace(/\t+/g, ' '))
  })
}
