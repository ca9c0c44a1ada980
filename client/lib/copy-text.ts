/**
 * Copies the text and returns whether it is on the clipboard. Browsers offer the clipboard only over https and on the
 * same computer.
 */
export async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (shown instanceof HTMLInputElement) shown.select()
    else if (shown !== null) window.getSelection()?.selectAllChildren(shown)
    // `execCommand` is deprecated, but the only way over http in the shop's own network.
    return document.execCommand('copy')
  }
}
