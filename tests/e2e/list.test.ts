import { describe, expect, test } from 'vitest'

import { seedRecords } from '#server/commands/demo/seed.ts'
import { expectAccessible, loseCalls, testBrowser } from '#tests/support/screens/browser.ts'
import { type Info, listOpener, SHOP } from '#tests/support/screens/kayit-list-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const browser = testBrowser()
const openList = listOpener(panel, browser)

const many = (count: number): Info[] =>
  Array.from({ length: count }, (_, index) => ({
    musteri_adi_soyadi: `Müşteri ${String(index + 1).padStart(2, '0')}`,
    plaka: `06 KY ${100 + index}`,
  }))

describe('the order of the list', () => {
  test('the list begins with the exit date, empty ones first, and follows the column heads and Back', async () => {
    const { page, list } = await openList(SHOP)
    expect(await list.names(4)).toEqual(['Çiğdem Ak', 'Cemal Su', 'AYŞE IŞIK', 'Zeki Çınar'])
    const head = (name: string) => list.table.getByRole('columnheader', { name })
    expect(await head('Çıkış Tarihi').getAttribute('aria-sort')).toBe('ascending')

    await list.sort('Müşteri Adı')
    await eventually(() => list.names(4)).toEqual(['AYŞE IŞIK', 'Cemal Su', 'Çiğdem Ak', 'Zeki Çınar'])
    expect(await head('Müşteri Adı').getAttribute('aria-sort')).toBe('ascending')
    expect(await head('Çıkış Tarihi').getAttribute('aria-sort')).toBe(null)
    await list.sort('Müşteri Adı')
    await eventually(() => list.names(4)).toEqual(['Zeki Çınar', 'Çiğdem Ak', 'Cemal Su', 'AYŞE IŞIK'])
    expect(pathOf(page)).toBe('/books?sort=musteri_adi_soyadi&dir=desc')

    await page.goBack()
    await page.goBack()
    await eventually(() => list.names(4)).toEqual(['Çiğdem Ak', 'Cemal Su', 'AYŞE IŞIK', 'Zeki Çınar'])
    expect(pathOf(page)).toBe('/books')
  })

  test('missing dates are shown as dashes and statuses as words', async () => {
    const { list } = await openList(SHOP)
    await list.names(4)
    const row = (name: string) => list.rows.filter({ hasText: name }).getByRole('cell').allTextContents()
    expect((await row('Çiğdem Ak')).slice(0, 8)).toEqual([
      '—',
      'Çiğdem Ak',
      'WVWZZZ1JZ3W386752',
      '0',
      '₺0,00',
      '10.02.2025',
      '—',
      'Devam Ediyor',
    ])
    expect((await row('AYŞE IŞIK')).slice(5, 8)).toEqual(['—', '20.01.2026', 'İptal'])
  })
})

test('the list says that it has more than a thousand hits, and counts them on request', async () => {
  const { page, user, list } = await openList(SHOP)
  await seedRecords(panel.db, { shopId: user.id, seed: 5, count: 1_900, today: '2026-11-21' })
  await page.goto('books?q=a')
  const pages = page.getByRole('group', { name: 'Sayfalama' })
  await pages.getByText('1–20 / 1.000+').waitFor()
  await page.getByText('1.000 kayıttan fazla').waitFor()
  await expectAccessible(page)
  await pages.getByRole('button', { name: 'Hepsini say' }).click()
  await pages.getByText(/^1–20 \/ 1\.[1-9]\d\d$/).waitFor()
  expect(await pages.getByRole('button', { name: 'Hepsini say' }).count()).toBe(0)

  await pages.getByRole('button', { name: 'Sayfa 2', exact: true }).click()
  await pages.getByText(/^21–40 \/ 1\.[1-9]\d\d$/).waitFor()
  // Another search counts again, up to the limit.
  await page.goto('books?q=e')
  await pages.getByText('1–20 / 1.000+').waitFor()
  // A far page counts all matching records.
  await page.goto('books?q=a&page=55')
  await pages.getByText(/^1\.081–1\.100 \/ 1\.[1-9]\d\d$/).waitFor()
  await eventually(() => list.rows.count()).toBe(20)
})

describe('the search of the list', () => {
  test('the search follows Turkish rules, marks hits, loses no letter and adds no history entries', async () => {
    const { page, list } = await openList([...SHOP, ...many(30)], { path: 'dashboard' })
    await page.getByRole('navigation').getByRole('link', { name: 'Kayıtlar' }).click()
    await list.names(20)
    await page.getByRole('button', { name: 'Sonraki sayfa' }).click()
    await list.names(14)
    await list.search.pressSequentially('ışık', { delay: 90 })
    expect(await list.search.inputValue()).toBe('ışık')
    expect(await list.names(1)).toEqual(['AYŞE IŞIK'])
    await eventually(() => list.table.locator('mark').allTextContents()).toEqual(['IŞIK'])
    expect(new URL(page.url()).searchParams.get('q')).toBe('ışık')
    expect(new URL(page.url()).searchParams.has('page')).toBe(false)

    await list.search.fill('06ist')
    await eventually(() => list.table.locator('mark').allTextContents()).toEqual(['06 İST'])
    await page.goBack()
    await list.names(20)
    expect(pathOf(page)).toBe('/books')
  })

  test('the search finds words in any order and phones, and ignores Turkish marks only without other hits', async () => {
    const { page, list } = await openList([
      ...SHOP,
      { musteri_adi_soyadi: 'Bir', plaka: '99 X 1', musteri_tel: '05321234567' },
    ])
    await list.names(5)
    await list.search.fill('ışık ayşe')
    await eventually(() => list.table.locator('mark').allTextContents()).toEqual(['AYŞE', 'IŞIK'])
    expect(await list.names(1)).toEqual(['AYŞE IŞIK'])
    await list.search.fill('0532 123')
    await eventually(() => list.table.locator('mark').first().textContent()).toBe('532) 123')
    expect(await list.names(1)).toEqual(['Bir'])
    await list.search.fill('99 x bir')
    await eventually(() => list.table.locator('mark').allTextContents()).toEqual(['99', 'X', 'Bir'])
    expect(await list.names(1)).toEqual(['Bir'])
    await list.search.fill('cigdem')
    await page.getByText('Benzer sonuçlar gösteriliyor.').waitFor()
    await eventually(() => list.table.locator('mark').allTextContents()).toEqual(['Çiğdem'])
    expect(await list.names(1)).toEqual(['Çiğdem Ak'])
    await list.search.fill('çiğdem')
    await page.getByText('Benzer sonuçlar gösteriliyor.').waitFor({ state: 'detached' })
    await list.names(1)
  })

  test('a number is searched as text, and the search survives a reload', async () => {
    const { page, list } = await openList(SHOP, { path: 'books?q=123' })
    expect(await list.names(1)).toEqual(['Zeki Çınar'])
    expect(await list.search.inputValue()).toBe('123')
    await page.reload()
    expect(await list.names(1)).toEqual(['Zeki Çınar'])
  })
})

describe('the pages of the list', () => {
  test('the server pages the list, the size can be chosen, and the address of a missing page is repaired', async () => {
    const { page, list } = await openList(many(45), { path: 'books?page=99&size=abc' })
    expect(await list.names(5)).toContain('Müşteri 45')
    expect(pathOf(page)).toBe('/books?page=3')
    await page.getByRole('button', { name: 'Önceki sayfa' }).click()
    await list.names(20)
    await page.getByText('21–40 / 45').waitFor()
    await page.getByLabel('Sayfa boyutu').selectOption('50')
    await list.names(45)
    expect(pathOf(page)).toBe('/books?size=50')
  })

  test('the previous rows stay until the new ones are loaded', async () => {
    const { page, list } = await openList(many(25))
    await list.names(20)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/kayit.list*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sonraki sayfa' }).click()
    await eventually(() => list.table.getAttribute('aria-busy')).toBe('true')
    expect(await list.rows.count()).toBe(20)
    release()
    expect(await list.names(5)).toContain('Müşteri 25')
  })
})

describe('loading the list', () => {
  test('the first load is announced, and a failed one offers a retry', async () => {
    const { page, list } = await openList(SHOP, { path: 'dashboard', expectedErrors: [/ERR_FAILED/] })
    const recover = await loseCalls(page, '**/kayit.list*')
    await page.getByRole('navigation').getByRole('link', { name: 'Kayıtlar' }).click()
    // The card of open work above the list may be loading too.
    await page.getByText('Yükleniyor...').last().waitFor()
    await page.getByRole('alert').getByText('Kayıtlar alınamadı.').waitFor()
    await expectAccessible(page)
    recover()
    await page.getByRole('button', { name: 'Tekrar dene' }).click()
    expect(await list.names(4)).toContain('Cemal Su')
  })
})
