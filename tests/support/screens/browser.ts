import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'

import type { AxeResults } from 'axe-core'
import { type Browser, type Page, chromium } from 'playwright-core'
import { afterEach, beforeAll, expect, inject } from 'vitest'

import { isShort } from '#tests/long-form.ts'

import {
  ACTION_TIMEOUT_MS,
  cleanUp,
  isLikeNew,
  keyOf,
  type OpenOptions,
  openTab,
  running,
  type Tab,
} from './tab.ts'

export { type OpenOptions, type Screen, SCREENS } from './tab.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const QUIET_MS = 250
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type TestBrowser = { open: (options: OpenOptions) => Promise<Page> }

/** The Chromium that all files of a worker share; it ends with the worker and is replaced if it died. */
let browser: Browser | undefined
/** Clean pages by their options: a page that has loaded the panel before needs a quarter of a new page's CPU. */
const clean = new Map<string, { tab: Tab; address: string }>()

/** Returns a page from the clean ones, or a new one. Those of another address are of a panel that has ended. */
async function takeTab(options: OpenOptions): Promise<Tab> {
  const kept = clean.get(keyOf(options))?.tab
  clean.delete(keyOf(options))
  // A browser that died took its pages with it.
  if (kept !== undefined && isLikeNew(kept)) return kept
  for (const [key, { tab, address }] of clean)
    if (address !== options.address) {
      clean.delete(key)
      await tab.context.close()
    }
  return openTab(await runningBrowser(), options)
}

async function runningBrowser(): Promise<Browser> {
  if (browser?.isConnected() !== true)
    browser = await chromium.launch({ executablePath: inject('chromium'), args: FLAGS })
  return browser
}

/**
 * Gives each `open` a page without cookies and stored data. After each test its pages are cleaned or closed, and the test
 * fails on console errors, uncaught errors, broken Content-Security-Policy and requests to other hosts.
 */
export function testBrowser(): TestBrowser {
  let opened: { tab: Tab; options: OpenOptions }[] = []

  // Starts the browser here, so that the first test's timeout does not include it.
  beforeAll(async () => void (await runningBrowser()))
  afterEach(async ({ task }) => {
    const ended = opened
    opened = []
    const problems = ended.flatMap(({ tab }) => tab.problems)
    for (const { tab, options } of ended) {
      const isKept = task.result?.state !== 'fail' && isLikeNew(tab) && !clean.has(keyOf(options))
      if (!isKept) await tab.context.close()
      else {
        await cleanUp(tab, options)
        clean.set(keyOf(options), { tab, address: options.address })
      }
    }
    expect(problems).toEqual([])
  })

  return {
    async open(options) {
      const tab = await takeTab(options)
      tab.problems = []
      tab.expectedErrors = options.expectedErrors ?? []
      opened.push({ tab, options })
      return tab.page
    },
  }
}

/**
 * Resolves when no request of the page's context has been running for a quarter of a second. Playwright's
 * 'networkidle' is reached once after loading, and says nothing of what a click sent later.
 */
export async function requestsDone(page: Page): Promise<void> {
  const requests = running.get(page.context())
  if (requests === undefined) throw new Error('Only pages of testBrowser() are watched')
  const end = Date.now() + ACTION_TIMEOUT_MS
  for (let since = Date.now(); Date.now() - since < QUIET_MS; await delay(25)) {
    if (requests.size > 0) since = Date.now()
    if (Date.now() > end) throw new Error(`Still running: ${[...requests].map((one) => one.url()).join(' ')}`)
  }
}

/** Delays the answers of calls that the server has carried out. */
export const answerLate = (page: Page, address: string): Promise<unknown> =>
  page.route(address, async (route) => {
    const response = await route.fetch()
    await delay(700)
    await route.fulfill({ response })
  })

/**
 * Makes the calls to `address` fail until the returned function is called. After the first failure the connection's
 * probe fails for good: otherwise the panel would reload the screen before a test presses 'Tekrar dene'.
 */
export async function loseCalls(page: Page, address: string | RegExp): Promise<() => void> {
  let isLost = true
  let hasFailed = false
  await page.route('**/auth.session*', (route) => (hasFailed ? route.abort() : route.continue()))
  await page.route(address, (route) => {
    hasFailed = true
    return isLost ? route.abort() : route.continue()
  })
  return () => {
    isLost = false
  }
}

/**
 * Fails with a list of accessibility problems, in light and dark: broken axe rules (WCAG 2.2 AA and best practice),
 * sideways scrolling, targets under 24 px (44 on a phone). In `npm test` it checks only light: there
 * tests/e2e/a11y.test.ts checks the dark colours.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessProblems(page, { schemes: isShort ? ['light'] : SCHEMES })).toEqual([])
}

const SCHEMES = ['light', 'dark'] as const
type AccessOptions = { isCovered?: boolean; schemes?: readonly (typeof SCHEMES)[number][] }

/**
 * Returns the list of `expectAccessible`; the page keeps its own colour scheme. With `isCovered` a menu lies over the
 * page: axe would count a half-covered control as small, so only our own measurement counts.
 */
export async function accessProblems(
  page: Page,
  { isCovered = false, schemes = SCHEMES }: AccessOptions = {},
): Promise<string[]> {
  const problems: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    problems.push(
      ...(await brokenRules(page, colorScheme))
        .filter((rule) => !isCovered || !rule.startsWith('target-size'))
        .map((rule) => `${colorScheme}: ${rule}`),
    )
  }
  problems.push(...(await layoutProblems(page)))
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
  return problems
}

/** Waits for dialogs and messages that fade in, because half-way their contrast would be too low. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
}

const RULES = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  // Only the colours differ between the themes, and only these rules check them.
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

async function brokenRules(page: Page, colorScheme: keyof typeof RULES): Promise<string[]> {
  // axe has half a megabyte, so each loaded page gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const options = { runOnly: RULES[colorScheme], resultTypes: ['violations'] }
  const results: AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`)
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${String(node.target)}`))
}

/** Returns layout problems. As in WCAG 2.5.8, targets inside running text or only for screen readers are exempt. */
function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const wide = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} px wide`] : []
    const least = root.clientWidth < 768 ? 44 : 24
    const targets = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
    const small = targets.filter((element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      if (element.closest('[aria-hidden="true"], .sr-only, p, [inert]') !== null) return false
      const box = (element.closest('label') ?? element).getBoundingClientRect()
      const isAbove = box.bottom <= 0
      return !isAbove && (box.width < least - 0.5 || box.height < least - 0.5)
    })
    const describe = (element: HTMLElement) => {
      const { width, height } = element.getBoundingClientRect()
      return `${Math.round(width)}×${Math.round(height)} px: ${element.outerHTML.slice(0, 120)}`
    }
    return [...wide, ...small.map(describe)]
  })
}
