import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useState } from 'react'

import { useDismiss } from '#client/lib/use-dismiss.ts'

interface ActivePointOptions {
  /** The element that contains the points; presses outside of it and Escape clear the selection. */
  tabStop: RefObject<HTMLElement | null>
  count: number
  /** The arrow keys for previous and next. */
  keys: { back: string; forth: string }
  /** The point under a pointer. */
  pointAt: (event: PointerEvent<HTMLElement>) => number
}

/**
 * Returns the point of a chart that the pointer or the keyboard has selected. Only the keyboard sets `spoken`, because
 * a screen reader need not follow the mouse.
 */
export function useActivePoint({ tabStop, count, keys, pointAt }: ActivePointOptions) {
  const [selected, select] = useState<{ index: number; byKey: boolean } | null>(null)
  const active = selected !== null && selected.index < count ? selected.index : null
  const clear = useCallback(() => select(null), [])
  useDismiss(active !== null, tabStop, clear)

  const selectByPointer = (event: PointerEvent<HTMLElement>) => {
    if (count > 0) select({ index: clamp(pointAt(event), count), byKey: false })
  }
  const handlers = {
    onPointerDown: selectByPointer,
    onPointerMove: selectByPointer,
    // A lifted finger fires `pointerleave` too, but the tapped figures must stay readable.
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'touch') clear()
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const next = indexForKey(event, { active, count, keys })
      if (next === undefined || count === 0) return
      event.preventDefault()
      select({ index: clamp(next, count), byKey: true })
    },
    onFocus: () => {
      if (active === null && count > 0 && tabStop.current?.matches(':focus-visible') === true)
        select({ index: 0, byKey: true })
    },
    onBlur: clear,
  }
  return { active, spoken: selected?.byKey === true ? active : null, handlers }
}

const clamp = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1)

type State = Pick<ActivePointOptions, 'count' | 'keys'> & { active: number | null }

function indexForKey(event: KeyboardEvent, { active, count, keys }: State): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  if (event.key === keys.forth) return (active ?? -1) + 1
  if (event.key === keys.back) return (active ?? count) - 1
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  return undefined
}
