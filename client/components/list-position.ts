/** The side of the field on which a list opens, and its greatest height in pixels. */
export interface ListPosition {
  isAbove: boolean
  height: number
}

/** Heights in pixels: `FULL` shows eight options without scrolling, and less than `LEAST` is useless. */
const [FULL, LEAST] = [384, 140]
/** The space for the bars at the top and the bottom of the window. */
const EDGE = 76

/**
 * Returns the position of a list at a field with these edges in a window of this height: below, or above if the space
 * up to `upperEdge` is higher.
 */
export function listPositionAt(
  { top, bottom }: { top: number; bottom: number },
  windowHeight: number,
  upperEdge = EDGE,
): ListPosition {
  const [below, above] = [windowHeight - bottom - EDGE, top - upperEdge]
  const isAbove = below < LEAST * 2 && above > below
  return { isAbove, height: Math.min(FULL, Math.max(LEAST, isAbove ? above : below)) }
}

/**
 * Returns the position of a list in the visible part of this window, which a phone's keyboard reduces; a dialog cuts
 * off what is above it.
 */
export const listPositionAtElement = (field: Element): ListPosition =>
  listPositionAt(
    field.getBoundingClientRect(),
    window.visualViewport?.height ?? window.innerHeight,
    field.closest('[role="dialog"]')?.getBoundingClientRect().top,
  )
