import type { Browser, CDPSession, Page } from 'playwright-core'

import { CPU_SLOWDOWN, launched, median, newContext, SETTLE_MS, type Visit } from './page.ts'

/** The PC at the shop's desk; the other screen is the phone of `newContext`. */
const DESKTOP = { width: 1280, height: 800 }
const LIST = 'books?size=100'
const LINK = 'main tbody tr a'
const FIELD = 'input[type="search"]'
const QUESTION = '[role="alertdialog"]'
const RECORD = 'main input[name="plaka"]'

type ActionFigure = { action: string; screen: string; ms: number; goal: number }

type Screen = 'phone' | 'desktop'
type Measured = Record<string, number>
interface Opened {
  page: Page
  address: string
  screen: Screen
}

/** Figures that the page measures itself, because only it knows when an event occurred and a frame was drawn. */
interface Seen {
  done: Promise<number>
  longest: number
  blocked: number
}
const seenIn = (page: Page) =>
  page.evaluate(() => {
    const { longest, blocked } = (globalThis as unknown as { seen: Seen }).seen
    return { longest, blocked }
  })

function watchThisPage(): void {
  const seen = { done: Promise.resolve(0), longest: 0, blocked: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
}

/** Returns the time in ms from the first event of this type until the frame in which the selector matches. */
async function timed(
  page: Page,
  [type, selector]: [type: string, selector: string],
  act: () => Promise<unknown>,
) {
  await page.evaluate(
    ([name, wanted]) => {
      let start = 0
      const begin = (event: Event) => {
        start = event.timeStamp
      }
      addEventListener(name ?? '', begin, { capture: true, once: true })
      const done = new Promise<number>((resolve) => {
        const look = () => {
          const isThere = start > 0 && document.querySelector(wanted ?? '') !== null
          if (!isThere) requestAnimationFrame(look)
          // The next frame starts when this one has been drawn.
          else requestAnimationFrame(() => resolve(performance.now() - start))
        }
        requestAnimationFrame(look)
      })
      Object.assign((globalThis as unknown as { seen: Seen }).seen, { done })
    },
    [type, selector],
  )
  await act()
  const ms = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen.done)
  await page.waitForTimeout(SETTLE_MS)
  return ms
}

/** Returns the longest time from a key of `text` to the next frame; 0 below 16 ms. */
async function longestKey(page: Page, text: string): Promise<number> {
  await page.evaluate(() => {
    ;(globalThis as unknown as { seen: Seen }).seen.longest = 0
  })
  for (const key of text) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
  await page.waitForTimeout(SETTLE_MS)
  return (await seenIn(page)).longest
}

async function shown(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator(LINK).first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(SETTLE_MS)
}

/** Presses the middle of an element, without Playwright's checks, whose work would be measured too. */
async function press(page: Page, selector: string, index = 0): Promise<void> {
  const box = await page.locator(selector).nth(index).boundingBox()
  if (box === null) throw new Error(`Nothing to press: ${selector}`)
  await page.mouse.click(box.x + Math.min(box.width / 2, 120), box.y + Math.min(box.height / 2, 20))
}

/** Measures the actions in a list of 100 rows. */
async function inTheList({ page, address, screen }: Opened): Promise<Measured> {
  const isPhone = screen === 'phone'
  await shown(page, address + LIST)
  const { blocked } = await seenIn(page)
  await page.locator(FIELD).first().focus()
  const key = await longestKey(page, 'oto')
  await shown(page, address + LIST)
  await page.locator(FIELD).first().focus()
  const rows = 'main table:not([aria-busy]) tbody tr'
  const search = await timed(page, ['keydown', `${rows} mark`], () => page.keyboard.press('a'))
  await shown(page, address + LIST)
  const firstId = await page.locator(rows).first().getAttribute('data-id')
  const sorted = `${rows}:first-child:not([data-id="${firstId}"])`
  const sort = isPhone
    ? await timed(page, ['change', sorted], () =>
        page.locator('[data-slot="table-frame"] select').first().selectOption({ index: 2 }),
      )
    : await timed(page, ['click', sorted], () => press(page, 'main thead th button'))
  await shown(page, address + LIST)
  const remove = isPhone ? 'main tbody tr .fixed > button:last-child' : 'main tbody button[title="Sil"]'
  if (isPhone) await press(page, 'main tbody button[aria-label^="Diğer"]')
  await page.waitForTimeout(SETTLE_MS)
  const question = await timed(page, ['click', QUESTION], () => press(page, remove))
  await page.keyboard.press('Escape')
  await page.locator(QUESTION).waitFor({ state: 'detached' })
  if (isPhone) await press(page, 'main tbody button[aria-label^="Diğer"]')
  await page.waitForTimeout(SETTLE_MS)
  const questionAgain = await timed(page, ['click', QUESTION], () => press(page, remove))
  await shown(page, address + LIST)
  const cold = await timed(page, ['click', RECORD], () => press(page, 'main tbody tr', 2))
  await page.goBack()
  await page.locator(LINK).first().waitFor()
  await page.waitForTimeout(SETTLE_MS)
  const warm = await timed(page, ['click', RECORD], () => press(page, 'main tbody tr', 3))
  return { tbt: blocked, key, search, sort, question, questionAgain, cold, warm }
}

/** Measures a record of 1,000 items, from its row in the list. */
const inTheRecord =
  (plate: string) =>
  async ({ page, address }: Opened): Promise<Measured> => {
    await page.goto(`${address}book/0`)
    await page.locator(RECORD).waitFor()
    await shown(page, `${address}books?q=${encodeURIComponent(plate)}`)
    const first = '[name="islemler.0.islem_adi"]'
    const open = await timed(page, ['click', first], () => press(page, 'main tbody tr'))
    await page.locator('[name="islemler.999.islem_adi"]').waitFor({ state: 'attached' })
    await page.waitForTimeout(SETTLE_MS)
    await page.locator('[name="islemler.3.islem_adi"]').focus()
    return { open, itemKey: await longestKey(page, 'abcde') }
  }

const GOALS: Record<string, [action: string, goal: number]> = {
  search: ['search typed until its marked rows are drawn', 600],
  sort: ['another order chosen until its rows are drawn', 400],
  question: ['the question before deleting, for the first time', 120],
  questionAgain: ['the question before deleting, again', 120],
  key: ['a key in the search', 80],
  tbt: ['total blocking time of the list’s load', 500],
  warm: ['row pressed until its record is drawn, again', 300],
  cold: ['row pressed until its record is drawn, for the first time', 500],
  open: ['a record of 1,000 items, CPU not slowed down', 400],
  itemKey: ['a key in one of its fields, CPU not slowed down', 16],
}

/** Returns the medians of `rounds` visits, each in a browser context of its own. */
export async function benchActions(visit: Visit, plate: string, rounds: number): Promise<ActionFigure[]> {
  await using browser = await launched()
  const figures: ActionFigure[] = []
  const jobs = [
    { screen: 'phone', slowdown: CPU_SLOWDOWN, act: inTheList },
    { screen: 'desktop', slowdown: CPU_SLOWDOWN, act: inTheList },
    { screen: 'desktop', slowdown: 1, act: inTheRecord(plate) },
  ] as const
  for (const job of jobs) {
    const measured: Measured[] = []
    for (let round = 0; round < rounds; round++) measured.push(await once(browser.it, visit, job))
    for (const name of Object.keys(measured[0] ?? {})) {
      const [action = name, goal = NaN] = GOALS[name] ?? []
      const ms = median(measured.map((one) => one[name] ?? NaN))
      figures.push({ action, screen: job.screen, ms, goal })
    }
  }
  return figures
}

interface Job {
  screen: Screen
  slowdown: number
  act: (opened: Opened) => Promise<Measured>
}

async function once(browser: Browser, visit: Visit, { screen, slowdown, act }: Job): Promise<Measured> {
  const context = await newContext(browser, screen === 'phone' ? {} : { viewport: DESKTOP, hasTouch: false })
  try {
    await context.addCookies(visit.cookies)
    await context.addInitScript(watchThisPage)
    const page = await context.newPage()
    const devtools: CDPSession = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return await act({ page, address: visit.address, screen })
  } finally {
    await context.close()
  }
}
