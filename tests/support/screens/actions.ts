import type { Page } from 'playwright-core'

/** Counts the user's taps and keys from now on, and how far the dialog has to be moved, in screens. */
export async function countActions(page: Page) {
  await page.evaluate(() => {
    const counted = { taps: 0, keys: 0, screens: 0 }
    window.addEventListener('pointerdown', () => (counted.taps += 1), true)
    window.addEventListener('keydown', () => (counted.keys += 1), true)
    let before = 0
    window.addEventListener(
      'scroll',
      ({ target }) => {
        const top = target instanceof Element ? target.scrollTop : window.scrollY
        counted.screens += Math.abs(top - before) / window.innerHeight
        before = top
      },
      true,
    )
    Object.assign(window, { counted })
  })
  return () =>
    page.evaluate(
      () => (window as unknown as { counted: Record<'taps' | 'keys' | 'screens', number> }).counted,
    )
}
