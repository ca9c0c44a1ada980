import { type RefObject, useLayoutEffect, useState } from 'react'

const NONE = { width: 0, height: 0 }

/**
 * Returns the inner size of an element in pixels, 0 × 0 before it is mounted. It is measured before the first paint:
 * visx's `useParentSize` waits for frames, so charts stayed empty on a busy phone.
 */
export function useSize(element: RefObject<HTMLElement | null>): typeof NONE {
  const [size, setSize] = useState(NONE)
  useLayoutEffect(() => {
    const node = element.current
    if (node === null) return undefined
    const measure = () => {
      const [width, height] = [node.clientWidth, node.clientHeight]
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [element])
  return size
}
