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
 * Returns the position of a list at a field with these edges in a window of this height: below, or above if that side is
 * higher.
 */
export function listPositionAt(
  { top, bottom }: { top: number; bottom: number },
  windowHeight: number,
): ListPosition {
  const [below, above] = [windowHeight - bottom - EDGE, top - EDGE]
  const isAbove = below < LEAST * 2 && above > below
  return { isAbove, height: Math.min(FULL, Math.max(LEAST, isAbove ? above : below)) }
}

/** Returns the position of a list in the visible part of this window, which a phone's keyboard reduces. */
export const listPositionAtElement = (field: Element): ListPosition =>
  listPositionAt(field.getBoundingClientRect(), window.visualViewport?.height ?? window.innerHeight)
