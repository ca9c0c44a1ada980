import type { HTMLAttributes, MouseEvent } from 'react'

/** The props of the link or button that opens its row. */
export const ROW_OPENER = { 'data-opens': true } as const

const CONTROLS = 'a, button, input, select, textarea, label, summary, [popover]'

/** Returns the opener of the row, unless the press was on a control with its own action. */
function openerOf({ currentTarget, target }: MouseEvent<HTMLElement>): HTMLElement | null {
  // React also bubbles the presses of a dialog that the row has opened.
  const isInRow = target instanceof Element && currentTarget.contains(target)
  if (!isInRow || target.closest(CONTROLS) !== null) return null
  return currentTarget.querySelector<HTMLElement>('[data-opens]')
}

/** Opens the row like a press on its opener: a link with Ctrl, Cmd or the middle button in a new tab. */
function open(event: MouseEvent<HTMLElement>): void {
  const opener = openerOf(event)
  // A user who has selected a plate wants to copy it.
  const isSelecting = window.getSelection()?.isCollapsed === false
  if (opener === null || isSelecting || event.button > 1) return
  const isNewTab = event.button === 1 || event.ctrlKey || event.metaKey
  if (opener instanceof HTMLAnchorElement && isNewTab) window.open(opener.href, '_blank', 'noopener')
  // A dialog gives the focus back to the element that had it.
  else if (event.button === 0) {
    opener.focus({ preventScroll: true })
    opener.click()
  }
}

/** The props of a row that opens on a press anywhere, if it has an opener; the class sets the pointer. */
export const PRESSABLE_ROW = {
  className: 'has-data-opens:cursor-pointer',
  onClick: open,
  onAuxClick: open,
  onMouseDown: (event) => {
    // The middle button would start scrolling on Windows.
    if (event.button === 1 && openerOf(event) instanceof HTMLAnchorElement) event.preventDefault()
  },
} satisfies HTMLAttributes<HTMLElement>
