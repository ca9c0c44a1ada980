/** Where a list opens at its field, and how high it may be, in pixels. */
export interface ListPlace {
  isAbove: boolean
  height: number
}

/** Without scrolling eight options fit; less than the second is of no use. */
const [FULL, LEAST] = [384, 140]
/** Kept free at the edges of the window: the bars at its top and bottom. */
const EDGE = 76

/** The place of a list at a field with these edges in a window of this height: below, or above with more room there. */
export function placeAt({ top, bottom }: { top: number; bottom: number }, windowHeight: number): ListPlace {
  const [below, above] = [windowHeight - bottom - EDGE, top - EDGE]
  const isAbove = below < LEAST * 2 && above > below
  return { isAbove, height: Math.min(FULL, Math.max(LEAST, isAbove ? above : below)) }
}

/** The same in the visible part of this window, which a phone's keyboard makes lower. */
export const placeAtElement = (field: Element): ListPlace =>
  placeAt(field.getBoundingClientRect(), window.visualViewport?.height ?? window.innerHeight)
