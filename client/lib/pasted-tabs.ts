const INSERTED = new Set(['insertFromPaste', 'insertFromDrop'])

/** A password is taken as it is, shown or not. */
const takesTabs = (field: HTMLInputElement | HTMLTextAreaElement) => field.autocomplete.includes('password')

/**
 * Cells of a sheet come with tabs between them, which the server refuses in a text: pasted or dropped ones
 * become spaces, in every field of the page.
 */
export function replacePastedTabs(): void {
  document.addEventListener('beforeinput', (event) => {
    const { target, inputType, data } = event
    if (!INSERTED.has(inputType) || data?.includes('\t') !== true) return
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    if (takesTabs(target)) return
    event.preventDefault()
    // The one way to insert that undo knows of.
    document.execCommand('insertText', false, data.replace(/\t+/g, ' '))
  })
}
