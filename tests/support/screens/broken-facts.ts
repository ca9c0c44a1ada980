import type { Page } from 'playwright-core'

/** Returns the dates, amounts, telephone numbers and plates on the screen that break or leave their cell. */
export const brokenFacts = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const found: string[] = []
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (
        parent === null ||
        !parent.checkVisibility({ visibilityProperty: true }) ||
        parent.closest('.sr-only') !== null
      )
        continue
      const facts = /\d{2}\.\d{2}\.\d{4}|₺[\d.]+(,\d\d)?|0 \(\d{3}\) \d{3} \d{2} \d{2}|\d{2} [A-Z]{3} \d{4}/g
      const cell = parent.closest('td')?.getBoundingClientRect()
      for (const { 0: text, index } of (node.nodeValue ?? '').matchAll(facts)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + text.length)
        const rects = [...range.getClientRects()].filter(({ width }) => width > 1)
        if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) found.push(`broken: ${text}`)
        const right = Math.max(...rects.map((rect) => rect.right))
        if (right > innerWidth || right > (cell?.right ?? innerWidth) + 1) found.push(`outside: ${text}`)
      }
    }
    // A card's plate may reach into the gap beside it.
    if (innerWidth < 768) return found
    for (const plate of document.querySelectorAll('main td .plate'))
      if (plate.getBoundingClientRect().right > (plate.closest('td')?.getBoundingClientRect().right ?? 0) + 1)
        found.push(`outside: plate ${plate.textContent}`)
    return found
  })
