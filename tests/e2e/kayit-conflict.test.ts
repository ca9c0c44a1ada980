import { describe, expect, test } from 'vitest'

import { testBrowser } from '#tests/support/screens/browser.ts'
import {
  expectAccessibleWhole,
  kayitScreen,
  storedItems,
  storedRecords,
  untilKept,
} from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openAs = kayitScreen(panel, testBrowser())

describe('concurrent changes of one record', () => {
  const ITEM = { islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 10_000 }

  /** Opens a conflict: our user typed a brand and a quantity; another user stored a brand and the kilometres. */
  async function conflict() {
    const user = await panel.user()
    const { id } = await save(user.ctx, { islemler: [ITEM] })
    const [ours, theirs] = [await openAs(user, id, [/status of 409/]), await openAs(user, id)]
    await theirs.field('Marka').fill('Renault')
    await theirs.field('Kilometre').fill('120000')
    await theirs.saveAtTop.click()
    await theirs.says('Kayıt başarıyla güncellendi.')
    await ours.field('Marka').fill('Fiat')
    await ours.cell('Adet', 1).fill('5')
    await ours.saveAtTop.click()
    const notice = ours.page.getByRole('alert', { name: 'Bu kayıt siz düzenlerken değiştirildi.' })
    await notice.waitFor()
    return { ...ours, user, notice }
  }

  test('the second save is refused without overwriting, and the typed text is applied to the current record', async () => {
    const { page, user, notice, value, cell, saveAtTop, says } = await conflict()
    expect(await storedRecords(panel.db, user)).toMatchObject([{ arac_marka: 'Renault' }])
    expect(await value('Marka')).toBe('Fiat')
    await expectAccessibleWhole(page)
    await notice.getByRole('button', { name: 'Yazdıklarımı güncel kayda aktar' }).click()
    expect([await value('Marka'), await value('Kilometre')]).toEqual(['Fiat', '120000'])
    expect(await cell('Adet', 1).inputValue()).toBe('5')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ arac_marka: 'Renault' }])
    await saveAtTop.click()
    await says('Kayıt başarıyla güncellendi.')
    expect(await storedRecords(panel.db, user)).toMatchObject([{ arac_marka: 'Fiat', km_bilgisi: 120_000 }])
    expect(await storedItems(panel.db, user)).toEqual([['Yağ değişimi', 5, 10_000]])
  })

  test('the current record can be viewed first, and the typed text is kept', async () => {
    const { page, notice, value, cell } = await conflict()
    await notice.getByRole('button', { name: 'Güncel kaydı göster' }).click()
    expect(await value('Marka')).toBe('Renault')
    expect(await notice.getByRole('row').allTextContents()).toEqual([
      'AlanGüncel kayıtSizin yazdığınız',
      'MarkaRenaultFiat',
      'İşlemYağ değişimi, 1 × ₺100,00Yağ değişimi, 5 × ₺100,00',
    ])
    await untilKept(page, 'Fiat')
    await page.reload()
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    expect([await value('Marka'), await value('Kilometre')]).toEqual(['Fiat', '120000'])
    expect(await cell('Adet', 1).inputValue()).toBe('5')
  })

  test('the typed text can be discarded', async () => {
    const { page, notice, value } = await conflict()
    await notice.getByRole('button', { name: 'Güncel kaydı göster' }).click()
    await untilKept(page, 'Fiat')
    await notice.getByRole('button', { name: 'Yazdıklarımı bırak' }).click()
    await notice.waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Fiat')
    expect(await value('Marka')).toBe('Renault')
    await page.getByRole('button', { name: 'Geri' }).click()
    await page.waitForURL('**/books')
  })

  test('a draft of an older version is offered next to the current record', async () => {
    const { page, notice, value, cell } = await conflict()
    await untilKept(page, 'Fiat')
    await page.reload()
    await page.getByRole('button', { name: 'Taslağı geri yükle' }).click()
    await notice.waitFor()
    expect(await value('Marka')).toBe('Renault')
    await notice.getByRole('button', { name: 'Yazdıklarımı güncel kayda aktar' }).click()
    expect(await value('Marka')).toBe('Fiat')
    expect(await cell('Adet', 1).inputValue()).toBe('5')
  })
})
