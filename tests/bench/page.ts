import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from 'playwright-core'
import sharp from 'sharp'

import { ensureChromium } from '#scripts/ensure-chromium.ts'

/** The simulated phone: four times slower than this machine, 1.6 Mbit/s, 150 ms (docs/ux.md). */
export const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const PHONE = { width: 360, height: 740 }
export const SETTLE_MS = 1_500

export type Visit = {
  address: string
  cookies: { name: string; value: string; url: string }[]
  /** A stored record with items, and the token of its link. */
  recordId: number
  shareToken: string
}

export type LoadFigures = { route: string; lcp: number; rows: number; cls: number; scriptKiB: number }
type InpFigures = { action: string; inp: number }

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** The first rows or figures of each route, from which a user can start to read. */
const ROUTES = [
  { route: 'login', path: '', ready: 'button[type="submit"]', anonymous: true },
  { route: 'first screen', path: 'dashboard', ready: 'main li a, main tbody tr' },
  { route: 'list of 20', path: 'books', ready: 'main tbody tr a' },
  { route: 'list of 100', path: 'books?size=100', ready: 'main tbody tr a' },
  { route: 'new record', path: 'book/0', ready: 'main input[name="plaka"]' },
  { route: 'stored record', path: 'book/RECORD', ready: 'main [name="islemler.0.islem_adi"]' },
  { route: 'statistics', path: 'stats', ready: 'main figure svg' },
  { route: 'settings', path: 'settings', ready: 'main input' },
  { route: 'public page of a record', path: 'p/TOKEN', ready: 'main li', anonymous: true, isColdOnly: true },
]

async function throttled(context: BrowserContext): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { page, devtools }
}

/** Opens the context of a phone in a light scheme, unless `options` differ. */
export const newContext = (browser: Browser, options: BrowserContextOptions = {}) =>
  browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    locale: 'tr-TR',
    colorScheme: 'light',
    serviceWorkers: 'block',
    ...options,
  })

/**
 * Measures loads: largest contentful paint, first rows, layout shift and transferred JavaScript. A warm one finds the
 * browser's cache and the service worker of an earlier visit, as each morning; the worker itself is not slowed down.
 */
export async function benchLoads(
  visit: Visit,
  { rounds, isWarm }: { rounds: number; isWarm: boolean },
): Promise<LoadFigures[]> {
  await using browser = await launched()
  const figures: LoadFigures[] = []
  for (const { route, path, ready, anonymous = false, isColdOnly = false } of ROUTES) {
    // Without a service worker a customer has no warm page.
    if (isWarm && isColdOnly) continue
    const measured: Omit<LoadFigures, 'route'>[] = []
    const address =
      visit.address + path.replace('RECORD', String(visit.recordId)).replace('TOKEN', visit.shareToken)
    for (let round = 0; round < rounds; round++) {
      const context = await newContext(browser.it, isWarm ? { serviceWorkers: 'allow' } : {})
      const cookies = anonymous ? visit.cookies.filter(({ name }) => name !== 'session_id') : visit.cookies
      await context.addCookies(cookies)
      if (isWarm) await visitOnce(context, address, ready)
      measured.push(await loadOnce(context, address, ready))
      await context.close()
    }
    const of = (name: 'lcp' | 'rows' | 'cls' | 'scriptKiB') => median(measured.map((one) => one[name]))
    figures.push({ route, lcp: of('lcp'), rows: of('rows'), cls: of('cls'), scriptKiB: of('scriptKiB') })
  }
  return figures
}

/** Opens a page until its service worker has stored all files. */
async function visitOnce(context: BrowserContext, address: string, ready: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator(ready).first().waitFor({ timeout: 60_000 })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.close()
}

async function loadOnce(context: BrowserContext, address: string, ready: string) {
  const { page, devtools } = await throttled(context)
  let bytes = 0
  const scripts = new Set<string>()
  devtools.on(
    'Network.responseReceived',
    ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.addInitScript((selector) => {
    const seen = { lcp: 0, cls: 0, rows: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      seen.lcp = list.getEntries().at(-1)?.startTime ?? seen.lcp
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.cls += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    const watch = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(watch)
      else requestAnimationFrame(() => (seen.rows = performance.now()))
    }
    requestAnimationFrame(watch)
  }, ready)
  await page.goto(address)
  await page.locator(ready).first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(SETTLE_MS)
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: Record<'lcp' | 'cls' | 'rows', number> }).seen,
  )
  return { ...seen, scriptKiB: bytes / 1_024 }
}

/** Measures the longest time from a key or tap to the next frame, in ms, on a list of 100 rows. */
export async function benchInp(visit: Visit, rounds: number): Promise<InpFigures[]> {
  await using browser = await launched()
  const actions: [string, (page: Page) => Promise<void>][] = [
    [
      'typing in the search of 100 rows',
      (page) => page.getByRole('searchbox').first().pressSequentially('ayşe', { delay: 120 }),
    ],
    ['opening the menu', (page) => page.getByRole('button', { name: 'Menü' }).click()],
    [
      'opening the menu of a row',
      (page) =>
        page
          .getByRole('button', { name: /^Diğer işlemler/ })
          .first()
          .click(),
    ],
  ]
  const figures: InpFigures[] = []
  for (const [action, act] of actions) {
    const longest = []
    for (let round = 0; round < rounds; round++) {
      const context = await newContext(browser.it)
      await context.addCookies(visit.cookies)
      const { page } = await throttled(context)
      await page.goto(`${visit.address}books?size=100`)
      await page.locator('main tbody tr a').first().waitFor({ timeout: 60_000 })
      await page.waitForTimeout(SETTLE_MS)
      await page.evaluate(() => {
        const seen = { longest: 0 }
        Object.assign(globalThis, { seen })
        const options = { type: 'event', durationThreshold: 16 } as PerformanceObserverInit
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration)
        }).observe(options)
      })
      await act(page)
      await page.waitForTimeout(SETTLE_MS)
      longest.push(
        await page.evaluate(() => (globalThis as unknown as { seen: { longest: number } }).seen.longest),
      )
      await context.close()
    }
    figures.push({ action, inp: median(longest) })
  }
  return figures
}

/** Counts the frames that are mostly white while the first screen loads in a dark scheme. */
export async function benchFlash(visit: Visit): Promise<number> {
  await using browser = await launched()
  const context = await newContext(browser.it, { colorScheme: 'dark' })
  await context.addCookies(visit.cookies)
  const { page, devtools } = await throttled(context)
  const frames: Buffer[] = []
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'))
    void devtools.send('Page.screencastFrameAck', { sessionId })
  })
  await page.goto(`${visit.address}favicon.svg`)
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 40 })
  await page.goto(`${visit.address}dashboard`)
  await page.locator('main h1').waitFor({ timeout: 60_000 })
  await devtools.send('Page.stopScreencast')
  // The first frame still shows the previous page.
  const means = await Promise.all(
    frames.slice(1).map(async (frame) => {
      const { channels } = await sharp(frame).stats()
      return Math.min(...channels.slice(0, 3).map(({ mean }) => mean))
    }),
  )
  return means.filter((mean) => mean > 200).length
}

/** Launches a browser that closes at the end of the block. */
export async function launched() {
  const it = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
  return { it, [Symbol.asyncDispose]: () => it.close() }
}
