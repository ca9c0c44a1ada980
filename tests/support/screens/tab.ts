import type { Browser, BrowserContext, Page, Request } from 'playwright-core'

/** The widths that every screen must support (docs: 360 phone, 768 tablet, 1280 desktop). */
export const SCREENS = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
} as const
export type Screen = keyof typeof SCREENS

export type OpenOptions = {
  /** The application's address, with the base path: `goto('books')` is relative to it. */
  address: string
  screen?: Screen
  colorScheme?: 'light' | 'dark'
  /** Whether the page may install its service worker, which loads every file of the build; by default not. */
  serviceWorker?: boolean
  /** Console errors that the test provokes, e.g. the browser's line about a response with status 401. */
  expectedErrors?: RegExp[]
}

export const ACTION_TIMEOUT_MS = 30_000

/** A page in a context of its own, and what the test has changed in it. */
export type Tab = {
  context: BrowserContext
  page: Page
  problems: string[]
  expectedErrors: RegExp[]
  /** Whether the next test may use it, because everything that changed can be undone. */
  isReusable: boolean
}

export const keyOf = ({ address, screen, colorScheme, serviceWorker }: OpenOptions) =>
  [address, screen, colorScheme, serviceWorker].join()

export async function openTab(
  browser: Browser,
  { address, screen = 'desktop', colorScheme = 'light', serviceWorker = false }: OpenOptions,
): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: SCREENS[screen],
    hasTouch: screen === 'phone',
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    colorScheme,
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  const tab = { context, problems: [], expectedErrors: [], isReusable: !serviceWorker }
  await watch(tab, address)
  const opened: Tab = Object.assign(tab, { page: await context.newPage() })
  watchLastingChanges(opened)
  return opened
}

/** Marks the tab as used up by changes that Playwright cannot undo: clocks, scripts, permissions, protocol sessions. */
function watchLastingChanges(tab: Tab): void {
  const { context, page } = tab
  const changes = [
    { of: context, names: ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions'] },
    {
      of: context,
      names: ['newCDPSession', 'on', 'route', 'routeWebSocket', 'setOffline', 'setExtraHTTPHeaders'],
    },
    { of: page, names: ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'] },
    { of: page.clock, names: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] },
  ] as unknown as { of: Record<string, (...args: unknown[]) => unknown>; names: string[] }[]
  for (const { of, names } of changes)
    for (const name of names) {
      const change = of[name]
      if (change === undefined) throw new Error(`Playwright has no '${name}' here any more`)
      of[name] = (...args) => {
        tab.isReusable = false
        return change.apply(of, args)
      }
    }
}

export const isLikeNew = ({ isReusable, context, page }: Tab): boolean =>
  isReusable && !page.isClosed() && context.pages().length === 1

const PAGE_EVENTS = ['request', 'requestfailed', 'requestfinished', 'response'] as const
const OTHER_EVENTS = ['console', 'dialog', 'download', 'framenavigated', 'pageerror', 'popup'] as const

/** Leaves the panel, discards unsaved texts, and removes the stored data and the test's handlers. */
export async function cleanUp(
  { context, page }: Tab,
  { address, screen = 'desktop' }: OpenOptions,
): Promise<void> {
  for (const event of [...PAGE_EVENTS, ...OTHER_EVENTS]) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(new URL('/healthz', address).href)
  page.removeAllListeners('dialog')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await page.setViewportSize(SCREENS[screen])
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' })
}

async function watch(
  tab: Pick<Tab, 'context' | 'problems' | 'expectedErrors'>,
  address: string,
): Promise<void> {
  const { context } = tab
  const report = (kind: string, text: string) => {
    if (!tab.expectedErrors.some((expected) => expected.test(text))) tab.problems.push(`${kind}: ${text}`)
  }
  await context.exposeBinding('reportViolation', (_source, text: string) => report('CSP', text))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
  context.on('console', (message) => {
    if (message.type() === 'error') report('console', `${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => report('uncaught', String(error.error())))
  const { origin } = new URL(address)
  const requests = new Set<Request>()
  running.set(context, requests)
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
  context.on('request', (request) => {
    requests.add(request)
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) report('other host', request.url())
  })
}

/** The requests of each context that have no response yet. */
export const running = new WeakMap<BrowserContext, Set<Request>>()
