import type { Page } from 'playwright-core'

/**
 * Returns the texts of the page that a typed right-to-left text has turned around: they do not run from left to right,
 * or stand left of the text before them in the same line. The typed texts themselves are left out.
 */
export const turnedParts = (page: Page, typed: readonly string[]): Promise<string[]> =>
  page.evaluate((known) => {
    type Place = { block: Element; text: string; right: number; top: number; bottom: number }
    const turned: string[] = []
    const range = document.createRange()
    const blank = (part: string) => '\u2068'.repeat(part.length)

    const blockOf = (element: Element): Element =>
      getComputedStyle(element).display.startsWith('inline') && element.parentElement !== null
        ? blockOf(element.parentElement)
        : element

    /** Returns whether a letter of the text stands left of the one before it. */
    const isTurned = (node: Text) => {
      let own = node.data.replace(/\u2068[^\u2069]*\u2069/g, blank)
      for (const one of known) own = own.replaceAll(one, blank)
      let before: DOMRect | undefined
      for (const { index } of own.matchAll(/[^\u2068\s]/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const box = range.getBoundingClientRect()
        if (box.width === 0) continue
        if (before !== undefined && Math.abs(box.top - before.top) < 2 && box.left < before.left) return true
        before = box
      }
      return false
    }

    let last: Place | undefined
    const passed = new Set<Element>()
    const visit = (node: Text, parent: Element) => {
      const part = parent.closest('bdi') ?? node
      if (part instanceof Element && passed.has(part)) return
      if (part instanceof Element) passed.add(part)
      range.selectNodeContents(part)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
      const [begin, end] = [boxes[0], boxes.at(-1)]
      if (begin === undefined || end === undefined) return
      const [text, block] = [part.textContent ?? '', blockOf(parent)]
      const isBehind = last?.block === block && begin.top < last.bottom - 4 && begin.bottom > last.top + 4
      const left = Math.min(
        ...boxes.filter(({ top }) => Math.abs(top - begin.top) < 4).map((box) => box.left),
      )
      if (isBehind && last !== undefined && left < last.right - 1) turned.push(`${last.text} | ${text}`)
      const ends = boxes.filter(({ top }) => Math.abs(top - end.top) < 4)
      last = {
        block,
        text,
        right: Math.max(...ends.map((box) => box.right)),
        top: end.top,
        bottom: end.bottom,
      }
      if (part === node && isTurned(node)) turned.push(text)
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      const isLeftOut = parent?.closest('textarea, option, script, style, svg') !== null
      if (parent !== null && !isLeftOut && (node as Text).data.trim() !== '') visit(node as Text, parent)
    }
    return turned
  }, typed)

/** Returns titles and accessible names in which a typed text stands beside others without isolation. */
export const openTitles = (page: Page, typed: readonly string[]): Promise<string[]> =>
  page.evaluate((known) => {
    const texts = [...document.querySelectorAll('[title], [aria-label]')].flatMap((element) => [
      element.getAttribute('title') ?? '',
      element.getAttribute('aria-label') ?? '',
    ])
    const isOpen = (text: string) => /[\u0590-\u08FF]/.test(text.replace(/\u2068[^\u2069]*\u2069/g, ''))
    return [document.title, ...texts].filter((text) => !known.includes(text) && isOpen(text))
  }, typed)
