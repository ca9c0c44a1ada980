/** Has the browser store a text that was made on the page as a file. */
export function downloadText(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // Not at once: some browsers read the address only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
