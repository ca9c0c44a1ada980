import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { openState } from './states/check.ts'
import { LIST_STATES, pressInRow, rows, shown } from './states/list.ts'
import { MONEY } from './states/money.ts'
import { RECORD } from './states/record.ts'
import type { State } from './states/state.ts'

/* A screen reader reads the changes of the live regions while the focus stays where it is. */

const where = { panel: await testPanel(), browser: testBrowser() }

const stateOf = (states: readonly State[], name: string): State => {
  const state = states.find((one) => one.name === name)
  if (state === undefined) throw new Error(`no state "${name}"`)
  return state
}

/** Opens the state and records its announcements, which `hears` waits for. */
async function listen(state: State) {
  const scene = await openState(where, state, 'desktop')
  await scene.page.evaluate(() => {
    const spoken: string[] = []
    Object.assign(window, { spoken })
    const regions = 'output, [role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
    const say = (region: Element) => {
      const text = region.textContent?.trim() ?? ''
      if (text !== '' && spoken.at(-1) !== text) spoken.push(text)
    }
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const place = target instanceof Element ? target : target.parentElement
        const region = place?.closest(regions)
        if (region) say(region)
        // A screen reader reads an alert when it appears; a status must exist before its words.
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const alert of [node, ...node.querySelectorAll('[role="alert"]')])
              if (alert.matches('[role="alert"]')) say(alert)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  const all = (page: Page) =>
    page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.splice(0))
  const heard: string[] = []
  return {
    ...scene,
    /** Waits for this announcement and returns it; all others are in `heard`. */
    hears: async (text: string | RegExp) => {
      const place = async () => {
        heard.push(...(await all(scene.page)))
        return heard.findIndex((one) => (typeof text === 'string' ? one.includes(text) : text.test(one)))
      }
      await expect.poll(place, { message: `announces ${String(text)}` }).toBeGreaterThanOrEqual(0)
      // The next announcement must be a new one.
      return heard.splice(await place(), 1)[0]
    },
    heard,
  }
}

describe('the list of records', () => {
  test('announces sorting, the number of hits, the page, and a deletion with its undo', async () => {
    const scene = await listen(stateOf(LIST_STATES, 'records'))
    const { page, hears } = scene
    await page.getByRole('columnheader', { name: 'Müşteri Adı' }).getByRole('button').click()
    await hears('Müşteri Adı sütununa göre artan sıralandı.')
    await page.getByRole('searchbox', { name: 'Ara' }).fill('34 ABC')
    await hears('1 kayıt')
    await hears('1–1 / 1')
    await page.getByRole('searchbox', { name: 'Ara' }).fill('')
    await hears('4 kayıt')
    await shown(scene)
    await pressInRow(scene, 'Sil')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
    await hears('Kayıt silindi.')
    await page.getByRole('button', { name: 'Geri al' }).click()
    expect(await hears('Kayıt geri alındı.')).toBeDefined()
  })

  test('the number of selected rows and a change of their status', async () => {
    const scene = await listen(stateOf(LIST_STATES, 'records'))
    const { page, hears } = scene
    await pressInRow(scene, 'Seç')
    await hears('1 kayıt seçildi')
    await rows(scene).nth(1).getByRole('checkbox').check()
    await hears('2 kayıt seçildi')
    await page.getByRole('button', { name: 'Durumu değiştir' }).click()
    await page.getByRole('menuitem', { name: 'Tamamlandı' }).click()
    expect(await hears('Durum değiştirildi.')).toBeDefined()
  })

  test('an export says that it begins and how it ended, and nothing in between', async () => {
    const { page, hears, heard } = await listen(stateOf(LIST_STATES, 'records'))
    await page.getByRole('button', { name: 'Dışa aktarma seçenekleri' }).click()
    await page.getByRole('link', { name: 'Listelenen kayıtlar: CSV' }).click()
    await hears(/hazırlanıyor\.$/)
    await hears(/indirildi\.$/)
    expect(heard).toEqual([])
  })

  test('the lost connection and its return', async () => {
    const { page, hears } = await listen(stateOf(LIST_STATES, 'records'))
    await page.route('**/api/**', (route) => route.abort())
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await hears('Bağlantı yok.')
    await page.unroute('**/api/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    expect(await hears('Bağlantı yeniden kuruldu.')).toBeDefined()
  })
})

test('a list announces its page', async () => {
  const { page, hears } = await listen({
    ...stateOf(MONEY, 'expenses'),
    reach: async (scene) => {
      const { spend } = await import('#tests/support/rows/expense.ts')
      for (let count = 0; count < 24; count += 1) await spend(scene.user.ctx, { title: `Gider ${count}` })
      await scene.page.reload()
      await scene.page.getByRole('button', { name: 'Sonraki sayfa' }).waitFor()
      await scene.page.getByText('/ 26').waitFor()
    },
  })
  await page.getByRole('button', { name: 'Sonraki sayfa' }).click()
  expect(await hears(/–26 \/ 26/)).toBeDefined()
})

test('a record that is saved, and one that is refused', async () => {
  const { page, hears } = await listen(stateOf(RECORD, 'with work'))
  await page.getByLabel('Müşteri Adı Soyadı', { exact: true }).fill('Ayşe')
  await page.keyboard.press('Control+s')
  await hears('Kayıt başarıyla güncellendi.')
  await page.getByLabel('Müşteri Adı Soyadı', { exact: true }).fill('')
  await page.keyboard.press('Control+s')
  expect(await hears('Müşteri adı zorunludur.')).toBeDefined()
})

test('the statistics announce their period', async () => {
  const { page, hears } = await listen(stateOf(MONEY, 'month'))
  await page.getByLabel('Dönem', { exact: true }).selectOption('Yıl')
  expect(await hears(/istatistikleri gösteriliyor\.$/)).toBeDefined()
})
