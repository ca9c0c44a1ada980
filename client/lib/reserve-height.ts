import type { RefCallback } from 'react'

/**
 * Returns a `ref` for a bar at the bottom of the window. It publishes the bar's height in a CSS variable, so that the
 * bar, which may need a second line, hides no content. Create it at module scope.
 */
export function reserveHeight(variable: `--${string}`): RefCallback<HTMLElement> {
  return (bar) => {
    if (bar === null) return undefined
    const root = document.documentElement.style
    const publish = () => root.setProperty(variable, `${bar.offsetHeight}px`)
    const observer = new ResizeObserver(publish)
    observer.observe(bar)
    publish()
    return () => {
      observer.disconnect()
      root.removeProperty(variable)
    }
  }
}

const reserveActionHeight = reserveHeight('--action-bar')

/**
 * The `ref` of a screen's own bar, which has `data-bar`. The root element gets its attributes: a rule with `:root:has()`
 * would compute the styles of the whole page after every press.
 */
export const reserveActionBar: RefCallback<HTMLElement> = (bar) => {
  if (bar === null) return undefined
  const root = document.documentElement.dataset
  const freeHeight = reserveActionHeight(bar)
  root['screenBar'] = bar.dataset['bar']
  if (bar.dataset['alone'] !== undefined) root['alone'] = ''
  return () => {
    freeHeight?.()
    delete root['screenBar']
    delete root['alone']
  }
}
