import type { Page } from 'playwright-core'

/**
 * Returns the weak edges, which axe does not measure (WCAG 1.4.11): each field and outlined button, and with `rings`
 * the focus ring of every focusable control, need a contrast of 3:1 to their surroundings. `part` (a selector) limits
 * both to a menu or dialog, which would close if the focus left it.
 */
export function weakEdges(page: Page, { rings = false, part = 'html' } = {}): Promise<string[]> {
  return page.evaluate(
    ([withRings, within]) => {
      const all = <E extends Element>(selector: string) =>
        [...document.querySelectorAll(within)].flatMap((root) => [...root.querySelectorAll<E>(selector)])
      const LEAST = 3
      const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      type Colour = [red: number, green: number, blue: number, alpha: number]
      const colourOf = (css: string): Colour => {
        if (paint === null) throw new Error('no canvas')
        paint.clearRect(0, 0, 1, 1)
        paint.fillStyle = css
        paint.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0, alpha = 0] = paint.getImageData(0, 0, 1, 1).data
        return [red, green, blue, alpha]
      }
      const luminance = ([red, green, blue]: Colour) => {
        const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
          const part = channel / 255
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const contrast = (one: Colour, other: Colour) => {
        const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
        return (light + 0.05) / (dark + 0.05)
      }
      /** Returns the first opaque background around an element. */
      const behind = (element: Element | null): Colour => {
        for (let at = element; at !== null; at = at.parentElement) {
          const colour = colourOf(getComputedStyle(at).backgroundColor)
          if (colour[3] === 255) return colour
        }
        return colourOf('white')
      }
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('[inert], [aria-hidden="true"], :disabled') === null
      const weak = (element: Element, what: string, css: string) => {
        const around = behind(element.parentElement)
        // A filled field, such as a plate in dark mode, needs no edge to be visible.
        const filled = what === 'edge' ? contrast(behind(element), around) : 0
        const ratio = Math.max(contrast(colourOf(css), around), filled)
        return ratio >= LEAST ? [] : [`${what} ${ratio.toFixed(2)}: ${element.outerHTML.slice(0, 120)}`]
      }
      const fields = all('input, select, textarea, button').filter(isShown)
      const edges = fields.flatMap((field) => {
        const { borderBottomWidth, borderBottomColor, borderBottomStyle } = getComputedStyle(field)
        const hasEdge = borderBottomStyle !== 'none' && Number.parseFloat(borderBottomWidth) > 0
        return hasEdge && colourOf(borderBottomColor)[3] > 0 ? weak(field, 'edge', borderBottomColor) : []
      })
      if (!withRings) return edges
      const targets = all<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')
      const missing = targets.filter(isShown).flatMap((target) => {
        // A control focused by a click shows no ring, so the keyboard's focus is set anew.
        if (document.activeElement === target) target.blur()
        target.focus({ preventScroll: true, focusVisible: true })
        if (document.activeElement !== target) return []
        // A field can show its ring on the frame around it.
        const ringed = [target, ...ancestors(target)].find((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element)
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
        })
        if (ringed === undefined) return [`no ring: ${target.outerHTML.slice(0, 120)}`]
        return weak(ringed, 'ring', getComputedStyle(ringed).outlineColor)
      })
      function ancestors(element: Element): Element[] {
        const parents = []
        for (let at = element.parentElement; at !== null && parents.length < 4; at = at.parentElement)
          parents.push(at)
        return parents
      }
      return [...edges, ...missing]
    },
    [rings, part] as const,
  )
}
