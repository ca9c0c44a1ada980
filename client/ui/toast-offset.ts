import { useEffect, useState } from 'react'
import { useSonner } from 'sonner'

/** The upper and lower edge of a box, in pixels from the top of the window. */
type Band = { top: number; bottom: number }

export interface Surroundings {
  /** The height of the window. */
  height: number
  /** The lower edge of the page's header. */
  header: number
  /** The bars, menus and dialogs at the bottom of the window. */
  bars: readonly Band[]
  /** The field with the focus, if messages could cover it. */
  field: Band | undefined
  /** The height of the messages. */
  needed: number
}

const GAP = 12

/**
 * Returns the distance of the messages from the bottom of the window: above the bars, and above the field with the
 * focus if they would cover it; if that does not fit, below the header.
 */
export function toastOffset({ height, header, bars, field, needed }: Surroundings): number {
  const below = header + GAP + needed
  const floor = Math.min(height, ...bars.map(({ top }) => top)) - GAP
  const covers = (bottom: number) =>
    field !== undefined && bottom > field.top && bottom - needed < field.bottom
  const edges = [floor, (field?.top ?? floor) - GAP, below]
  const free = edges.find((bottom) => bottom >= below && bottom <= floor && !covers(bottom))
  return height - (free ?? Math.max(below, Math.min(floor, height)))
}

/** The elements that a message must not cover; a dialog is a sheet at the bottom of a phone only. */
const BARS = 'header nav ul, [data-bar], [aria-label="Çerez bildirimi"]'
const SHEETS = '[data-slot="dialog-content"], [data-slot="alert-dialog-content"]'
const FIELDS = 'input, textarea, select'
/**
 * The width in pixels from which messages are at the right; `TOAST_WIDTH` is sonner's width with its distance from the
 * edge.
 */
const WIDE = 768
const TOAST_WIDTH = 356 + 24
const USUAL_HEIGHT = 76

function surroundings(): Surroundings {
  const isPhone = window.innerWidth < WIDE
  const view = window.visualViewport
  const height = window.innerHeight
  // A phone's keyboard lies over the lower part of the window.
  const keyboard = (view?.offsetTop ?? 0) + (view?.height ?? height)
  const bars = [...document.querySelectorAll(isPhone ? `${BARS}, ${SHEETS}` : BARS)].flatMap((bar) => {
    const { top, bottom } = bar.getBoundingClientRect()
    const isFixed = ['fixed', 'sticky'].includes(getComputedStyle(bar).position)
    return isFixed && bottom > height / 2 && top < height ? [{ top, bottom }] : []
  })
  const box = document.activeElement?.matches(FIELDS)
    ? document.activeElement.getBoundingClientRect()
    : undefined
  const isBeside = !isPhone && box !== undefined && box.right < window.innerWidth - TOAST_WIDTH
  return {
    height,
    header: Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0),
    bars: [...bars, { top: keyboard, bottom: height }],
    field: isBeside ? undefined : box,
    needed: document.querySelector('[data-sonner-toast][data-front="true"]')?.clientHeight ?? USUAL_HEIGHT,
  }
}

/** Milliseconds between two readings of the offset while there are messages. */
const EVERY_MS = 250

/** Returns the distance of the messages from the bottom of the window, which follows bars, keyboard and focus. */
export function useToastOffset(): number {
  const [offset, setOffset] = useState(() => toastOffset(surroundings()))
  const isShown = useSonner().toasts.length > 0
  useEffect(() => {
    if (!isShown) return undefined
    const read = () => setOffset(toastOffset(surroundings()))
    read()
    const timer = setInterval(read, EVERY_MS)
    document.addEventListener('focusin', read)
    window.addEventListener('scroll', read, { passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('focusin', read)
      window.removeEventListener('scroll', read)
    }
  }, [isShown])
  return offset
}
