import { describe, expect, test } from 'vitest'

import { getHandover } from '#server/intake/operations.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { STROKES, takeIn } from '#tests/support/rows/intake.ts'
import { item } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { countActions } from '#tests/support/screens/actions.ts'
import {
  expectAccessible,
  loseCalls,
  requestsDone,
  type Screen,
  testBrowser,
} from '#tests/support/screens/browser.ts'
import { kayitPage } from '#tests/support/screens/kayit-page.ts'
import { padOf, sign } from '#tests/support/screens/signature.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()

const info = { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık', arac_marka: 'Renault' }

async function openRecord({ screen, role }: { screen?: Screen; role?: 'mechanic' } = {}) {
  const user = await panel.user({ company_name: 'Işık Oto' })
  const { id } = await save(user.ctx, { info, islemler: [item('Balata', 1_500)] })
  const page = await browser.open({
    address: panel.address,
    expectedErrors: [/Failed to load resource/, /ERR_/],
    ...(screen && { screen }),
  })
  await enter(page, panel, role === undefined ? user : await buildMember(panel.db, user, { role }))
  const kayit = kayitPage(page)
  await kayit.open(id)
  const dialogOf = (name: string) => page.getByRole('dialog', { name })
  return {
    ...kayit,
    user,
    id,
    intake: dialogOf('Araç kabul'),
    delivery: dialogOf('Teslim'),
    stored: () => getHandover({ ...user.ctx, now: new Date() }, { kayit_id: id }),
  }
}

describe('the intake of a car', () => {
  test('is filled in by tap on a phone with few actions, signed and printed', async () => {
    const { page, intake, openMenu, stored, says, user, field } = await openRecord({ screen: 'phone' })
    const actions = await countActions(page)
    await openMenu('Araç kabul')
    await intake.getByLabel('Kilometre').click()
    await page.keyboard.type('126870')
    // 'Git' on a phone's keyboard does not save the form before it is signed.
    await page.keyboard.press('Enter')
    const slider = intake.getByRole('slider', { name: 'Yakıt' })
    const tank = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.click(tank.x + tank.width * 0.55, tank.y + tank.height / 2)
    const car = intake.getByRole('img', { name: /^Araç, üstten/ })
    await car.scrollIntoViewIfNeeded()
    const box = (await car.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await car.click({ position: { x: box.width * 0.15, y: box.height / 2 } })
    await intake.getByText('Göçük', { exact: true }).click()
    await car.click({ position: { x: box.width / 2, y: box.height / 2 } })
    await intake.getByRole('button', { name: 'Ruhsat' }).click()
    await intake.getByRole('button', { name: 'Yarın' }).click()
    await intake.getByRole('button', { name: '17:00' }).click()
    await intake.getByRole('button', { name: '₺2.500' }).click()
    expect(await intake.getByLabel('Teslim eden').inputValue()).toBe('Ayşe Işık')
    await sign(page, intake)
    await intake.getByRole('button', { name: 'Kaydet' }).click()
    await says('Araç kabul kaydedildi.')
    await intake.waitFor({ state: 'detached' })
    // Less than a minute at two seconds for a tap or a swipe and half a second for a key.
    const { taps, keys, screens } = await actions()
    expect({ taps, keys, swipes: Math.ceil(screens) }).toEqual({ taps: 13, keys: 7, swipes: 2 })
    const { intake: taken } = await stored()
    expect(taken).toMatchObject({
      km: 126_870,
      fuel: 5,
      belongings: 'Ruhsat',
      promised_minute: 1_020,
      limit_kurus: 250_000,
      signer: 'Ayşe Işık',
      is_changed: false,
    })
    expect(taken?.marks).toMatchObject([
      { side: 'left', kind: 'scratch' },
      { side: 'top', kind: 'dent' },
    ])
    expect(taken?.signature?.[0]?.length).toBeGreaterThan(6)
    // The record gets the kilometres that it lacked.
    expect((await changesIn(panel.db, user.id)).map(({ verb }) => verb)).toEqual([
      'create',
      'intake',
      'update',
    ])
    await page.getByRole('button', { name: 'Düzenle' }).click()
    await expect.poll(() => field('Kilometre').inputValue()).toBe('126870')
    const pdf = await page.request.get(`${panel.address}api/form/intake?id=${taken?.kayit_id}`)
    expect(pdf.headers()['content-type']).toBe('application/pdf')
  })

  test('works by keyboard: the tank by arrows, a damage by its place', async () => {
    const { page, intake, openMenu, stored } = await openRecord()
    await openMenu('Araç kabul')
    const slider = intake.getByRole('slider', { name: 'Yakıt' })
    await slider.focus()
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await slider.getAttribute('aria-valuetext')).toBe('8’de 6')
    const place = intake.getByLabel('Hasarın yeri')
    await place.selectOption('Sol: ön kapı')
    for (const _ of [1, 2]) await intake.getByRole('button', { name: 'Ekle: Çizik' }).press('Enter')
    const marks = intake.getByRole('list', { name: 'İşaretlenen hasarlar' }).getByRole('listitem')
    expect(await marks.allInnerTexts()).toEqual(['1\nÇizik, sol ön kapı', '2\nÇizik, sol ön kapı'])
    await intake.getByRole('button', { name: '1. hasarı kaldır: Çizik, sol ön kapı' }).press('Enter')
    expect(await marks.count()).toBe(1)
    await intake.getByRole('button', { name: 'Kaydet' }).press('Enter')
    await intake.waitFor({ state: 'detached' })
    expect((await stored()).intake).toMatchObject({ fuel: 6, marks: [{ side: 'left' }], signature: null })
  })

  test('says that it was changed after its signature, and is signed again', async () => {
    const { page, intake, openMenu, stored, user, id } = await openRecord()
    await takeIn(user.ctx, { kayit_id: id, isSigned: true })
    await page.reload()
    const card = page.getByLabel('Kabul ve teslim')
    await card.getByText('imzalı').waitFor()
    await page.getByRole('button', { name: 'Düzenle' }).click()
    await page.getByLabel('Plaka', { exact: true }).fill('06 ABC 1')
    await page.getByRole('button', { name: 'Kaydet', exact: true }).first().click()
    await card.getByText('İmzadan sonra değişti').waitFor()
    await openMenu('Araç kabul')
    await intake.getByText('İmzadan sonra değişti. Yeniden imzalatın.').waitFor()
    expect(await padOf(intake).getAttribute('aria-label')).toBe('İmza alanı, imzalı')
    await sign(page, intake)
    await intake.getByRole('button', { name: 'Temizle' }).click()
    expect(await padOf(intake).getAttribute('aria-label')).toBe('İmza alanı, imzalı')
    await sign(page, intake)
    await intake.getByRole('button', { name: 'Kaydet' }).click()
    await intake.waitFor({ state: 'detached' })
    const { intake: again } = await stored()
    expect(again).toMatchObject({ version: 2, is_changed: false })
    expect(again?.signature).not.toEqual(STROKES)
  })

  test('takes the signature of one finger, while the hand that holds the phone touches the pad', async () => {
    const { page, intake, openMenu, stored } = await openRecord({ screen: 'phone' })
    await openMenu('Araç kabul')
    const pad = padOf(intake)
    await pad.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const at = (id: number, along: number, down: number) => ({
      id,
      x: x + width * along,
      y: y + height * down,
    })
    const palm = at(2, 0.95, 0.9)
    const devTools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
      devTools.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as never })
    await touch('touchStart', [at(1, 0.2, 0.5)])
    await touch('touchMove', [at(1, 0.3, 0.4)])
    await touch('touchStart', [at(1, 0.3, 0.4), palm])
    await touch('touchMove', [at(1, 0.4, 0.3), { ...palm, x: palm.x - 20 }])
    await touch('touchEnd', [{ ...palm, x: palm.x - 20 }])
    await touch('touchEnd', [])
    await intake.getByRole('button', { name: 'Kaydet' }).click()
    await intake.waitFor({ state: 'detached' })
    const strokes = (await stored()).intake?.signature ?? []
    expect(strokes).toHaveLength(1)
    expect(Math.max(...(strokes[0] ?? []).filter((_, index) => index % 2 === 0))).toBeLessThan(500)
  })

  test('waits for the connection as it was signed, also if the record changes meanwhile', async () => {
    const { page, intake, openMenu, stored, says, user, id } = await openRecord()
    await openMenu('Araç kabul')
    await intake.getByLabel('Araçtaki eşya').fill('Kriko')
    await sign(page, intake)
    const restore = await loseCalls(page, '**/api/trpc/intake.save**')
    const probes = await loseCalls(page, '**/api/trpc/auth.session**')
    await intake.getByRole('button', { name: 'Kaydet' }).click()
    await says('Araç kabul bu cihazda saklandı. Bağlantı gelince gönderilecek.')
    await intake.waitFor({ state: 'detached' })
    // A waiting form that is only looked at waits on.
    await page.getByRole('button', { name: 'Düzenle: 34 ABC 123, Ayşe Işık, Araç kabul' }).click()
    expect(await intake.getByLabel('Araçtaki eşya').inputValue()).toBe('Kriko')
    await intake.getByLabel('Araçtaki eşya').fill('Kriko, ruhsat')
    await intake.getByRole('button', { name: 'Vazgeç' }).click()
    await expectAccessible(page)
    await save(user.ctx, { id, info: { plaka: '06 ABC 1' } })
    restore()
    probes()
    await says('Araç kabul kaydedildi.')
    const { intake: taken } = await stored()
    expect(taken).toMatchObject({ belongings: 'Kriko', version: 1, is_changed: true })
    expect(taken?.signature).toHaveLength(1)
    expect(await page.getByRole('button', { name: /^Düzenle: / }).count()).toBe(0)
  })

  test('that meets another one after the connection is back is shown and signed again', async () => {
    const { page, intake, openMenu, stored, says, user, id } = await openRecord()
    await openMenu('Araç kabul')
    await sign(page, intake)
    const restore = await loseCalls(page, '**/api/trpc/intake.save**')
    const probes = await loseCalls(page, '**/api/trpc/auth.session**')
    await intake.getByRole('button', { name: 'Kaydet' }).click()
    await intake.waitFor({ state: 'detached' })
    await takeIn(user.ctx, { kayit_id: id, km: 5 })
    restore()
    probes()
    await page.getByText('Form bu arada başka biri tarafından değiştirildi.').waitFor()
    await expectAccessible(page)
    await requestsDone(page)
    await page.getByRole('button', { name: 'Aç: 34 ABC 123, Ayşe Işık, Araç kabul' }).click()
    await intake.getByRole('button', { name: 'Yazdıklarımı güncel kayda aktar' }).click()
    expect(await padOf(intake).getAttribute('aria-label')).toBe('İmza alanı, boş')
    await sign(page, intake)
    await intake.getByRole('button', { name: 'Kaydet' }).click()
    await says('Araç kabul kaydedildi.')
    expect((await stored()).intake).toMatchObject({ km: 5, version: 2, is_changed: false })
    expect((await stored()).intake?.signature).toHaveLength(1)
  })

  test('has terms that the owner changes', async () => {
    const { page, intake, openMenu, says, stored } = await openRecord()
    await openMenu('Araç kabul')
    await intake.getByText('Kabul şartları: imza bunları da onaylar').click()
    await intake.getByRole('button', { name: 'Şartları değiştir' }).click()
    await intake.getByLabel('Kabul şartları').fill('Otopark ücretsizdir.')
    await intake.getByRole('button', { name: 'Şartları kaydet' }).click()
    await says('Kabul şartları kaydedildi.')
    expect((await stored()).terms).toBe('Otopark ücretsizdir.')
    await sign(page, intake)
    await intake.getByRole('button', { name: 'Kaydet' }).click()
    await intake.waitFor({ state: 'detached' })
    const { intake: taken } = await stored()
    expect(taken?.terms).toBe('Otopark ücretsizdir.')
    expect(taken?.signature).toHaveLength(1)
  })

  test('of a mechanic has no amount and no paper', async () => {
    const { intake, openMenu, stored } = await openRecord({ role: 'mechanic' })
    await openMenu('Araç kabul')
    await intake.getByLabel('Kilometre').fill('5')
    expect(await intake.getByText(/₺|Sormadan|yazdır|Şartları değiştir/).count()).toBe(0)
    await intake.getByRole('button', { name: 'Kaydet' }).click()
    await intake.waitFor({ state: 'detached' })
    expect((await stored()).intake).toMatchObject({ km: 5, limit_kurus: null })
  })
})

test('the delivery of a car fits a phone and is signed by another person', async () => {
  const { page, delivery, openMenu, stored, says, user, id } = await openRecord({ screen: 'phone' })
  await page.getByRole('button', { name: 'Devam Ediyor, değiştir' }).waitFor()
  await openMenu('Teslim et')
  await delivery.getByText('İmzalanınca kayıt tamamlandı olarak işaretlenir').waitFor()
  await delivery.getByText('₺1.500,00').waitFor()
  await delivery.getByLabel('Kilometre').fill('127000')
  await delivery.getByRole('button', { name: 'Müşteriye verildi' }).click()
  await delivery.getByRole('button', { name: '6 ay' }).click()
  await delivery.getByLabel('Garanti (km)').fill('10.000')
  await delivery.getByLabel('Garantisi ayrı olan iş').selectOption('Balata')
  await delivery.getByRole('button', { name: 'Ekle' }).click()
  await delivery.getByText('(garanti yok)').waitFor()
  await delivery.getByLabel('Balata, garanti ay').fill('24')
  await delivery.getByLabel('Teslim alan').fill('')
  await sign(page, delivery)
  await delivery.getByRole('button', { name: 'Kaydet' }).click()
  await delivery.getByText('İmzalayanın adını yazın.').waitFor()
  await delivery.getByLabel('Teslim alan').fill('Ali Işık')
  expect(await delivery.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
  await delivery.getByRole('button', { name: 'Kaydet' }).click()
  await says('Teslim kaydedildi, kayıt tamamlandı.')
  await page.getByRole('button', { name: 'Tamamlandı, değiştir' }).waitFor()
  const { kayit } = await getKayit(user.ctx, { kayit_id: id })
  expect(kayit).toMatchObject({ durum: 'Tamamlandı', cikis_tarihi: todayInIstanbul(new Date()) })
  expect((await stored()).delivery).toMatchObject({
    km: 127_000,
    parts: 'Müşteriye verildi',
    signer: 'Ali Işık',
    warranty_months: 6,
    warranty_km: 10_000,
    item_warranties: [{ islem_adi: 'Balata', warranty_months: 24, warranty_km: null }],
  })
  const warranty = 'Garantide: Balata (24 ay kaldı)'
  const now = { ...user.ctx, now: new Date() }
  const next = await save(now, { info: { ...info, km_bilgisi: 128_000 }, islemler: [] })
  await page.goto(`book/${next.id}`)
  await page.getByText(warranty).waitFor()
  await page.getByRole('link', { name: /^Aracın geçmişi/ }).click()
  await page.getByText(warranty).waitFor()
  await page.goto('book/0')
  await page.getByLabel('Plaka').fill(info.plaka)
  await page.getByText(warranty).waitFor()
})
