import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { serve, type ServerType } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BASE_PATH } from '#shared/base.ts'
import { expectAccessible, type Screen, SCREENS, testBrowser } from '#tests/support/screens/browser.ts'
import { weakEdges } from '#tests/support/screens/edges.ts'
import { lookDifference } from '#tests/support/screens/look.ts'

const browser = testBrowser()
const PICTURES = join(import.meta.dirname, 'look')

let folder: string
let server: ServerType
let address: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oto-servis-stil-'))
  const input = join(import.meta.dirname, '../../client/style-guide/index.html')
  await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input } } })
  const app = new Hono()
  const rewriteRequestPath = (path: string) => path.slice(BASE_PATH.length)
  app.get(`${BASE_PATH}/*`, serveStatic({ root: folder, rewriteRequestPath }))
  server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE_PATH}/style-guide/`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function openGuide({ screen, colorScheme = 'light', state = '' }: Shown) {
  const page = await browser.open({ address, screen, colorScheme })
  await page.goto(`index.html?durum=${state}`)
  // Finds it by its text, because an open dialog hides the page from roles.
  await page.getByText('Grafikler', { exact: true }).waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  return page
}

type Shown = { screen: Screen; colorScheme?: 'light' | 'dark'; state?: string }

/** The overlays, each with a text that shows that it is open. */
const OVERLAYS = [
  ['soru', 'Silmek istediğine emin misin?'],
  ['pencere', 'Yeni gider'],
  ['giris', 'Kullanıcı adı veya parola hatalı.'],
  ['parola', 'Parola hatalı.'],
  ['kisayollar', 'Her yerde'],
  ['iletiler', 'Kayıt silindi.'],
] as const

describe.each(['phone', 'desktop'] as const)('every component on a %s', (screen) => {
  test.each(['light', 'dark'] as const)('looks as in the stored picture, %s', async (colorScheme) => {
    const page = await openGuide({ screen, colorScheme })
    // Rows out of sight are not drawn.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: SCREENS[screen].width, height })
    const shot = await page.screenshot({ fullPage: true })
    expect(await lookDifference(shot, join(PICTURES, `${screen}-${colorScheme}.webp`))).toBe('')
  })

  test('is accessible, and its edges and focus rings can be seen', async () => {
    const page = await openGuide({ screen })
    await expectAccessible(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await weakEdges(page, { rings: true })).toEqual([])
    }
  })

  test.each(OVERLAYS)('%s is accessible and looks as in the stored picture', async (state, text) => {
    const page = await openGuide({ screen, state })
    await page.getByText(text).first().waitFor()
    await expectAccessible(page)
    const shot = await page.screenshot()
    expect(await lookDifference(shot, join(PICTURES, `${screen}-${state}.webp`))).toBe('')
  })
})
