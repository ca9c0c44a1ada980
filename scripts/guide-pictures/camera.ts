// Opens pages of the demo and stores parts of them as pictures of the guide.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'

import { BANNER_COOKIE, CONSENT_COOKIE } from '#shared/options.ts'

/** The guide shows a picture at half of its pixels: parts of a page in their own size, whole pages at half of it. */
const SCREENS = {
  part: { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 },
  narrow: { viewport: { width: 768, height: 900 }, deviceScaleFactor: 2 },
  whole: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true },
}
export type Screen = keyof typeof SCREENS

const FOLDER = join(import.meta.dirname, '../../docs/kullanim/resim')
const MOST_BYTES = 60 * 1024
const QUALITIES = [84, 76, 68, 60, 52, 44]

export interface Demo {
  address: string
  now: Date
}

/** Opens a page of the panel without a session. Its clock stands still. */
export async function openPage(browser: Browser, { address, now }: Demo, screen: Screen): Promise<Page> {
  const context = await browser.newContext({
    ...SCREENS[screen],
    baseURL: address,
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const url = new URL(address).origin
  await context.addCookies([CONSENT_COOKIE, BANNER_COOKIE].map((name) => ({ name, value: '1', url })))
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  return page
}

export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('')
  await page.getByLabel('Kullanıcı adı').fill(username)
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await page.getByRole('heading', { name: /^Hoş geldiniz/ }).waitFor()
}

/** A part of the window in CSS pixels. */
export type Box = { x: number; y: number; width: number; height: number }
/** The part of a page that a picture shows. */
export type Part = Locator | Box

/** Returns the smallest part of the window that contains the elements, with a margin. */
export async function around(parts: readonly Locator[], margin = 12): Promise<Box> {
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
  const found = boxes.filter((box) => box !== null)
  const x = Math.max(0, Math.min(...found.map((box) => box.x)) - margin)
  const y = Math.max(0, Math.min(...found.map((box) => box.y)) - margin)
  const right = Math.max(...found.map((box) => box.x + box.width)) + margin
  const bottom = Math.max(...found.map((box) => box.y + box.height)) + margin
  return { x, y, width: right - x, height: bottom - y }
}

/** Stores a part of the page, or without one the whole window, as a picture. */
export async function photograph(page: Page, name: string, part: Part | undefined): Promise<void> {
  // The pointer and the focus would colour what they rest on.
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const options = { animations: 'disabled', caret: 'hide' } as const
  const png =
    part !== undefined && 'screenshot' in part
      ? await part.screenshot(options)
      : await page.screenshot({ ...options, ...(part !== undefined && { clip: part }) })
  await store(name, png)
}

/** Stores a picture in the best quality that stays below the limit. */
export async function store(name: string, png: Buffer): Promise<void> {
  for (const quality of QUALITIES) {
    const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length > MOST_BYTES) continue
    await writeFile(join(FOLDER, `${name}.webp`), webp)
    process.stdout.write(`${name}.webp: ${Math.round(webp.length / 1024)} KB, quality ${quality}\n`)
    return
  }
  throw new Error(`${name}: more than ${MOST_BYTES} bytes; crop it`)
}
