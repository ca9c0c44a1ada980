import { expect, test } from 'vitest'

import { expectAccessible, SCREENS, testBrowser } from '#tests/support/screens/browser.ts'
import { kayitScreen, storedRecords } from '#tests/support/screens/kayit-page.ts'
import { eventually } from '#tests/support/screens/eventually.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { pathOf, testPanel } from '#tests/support/panel/panel.ts'

const panel = await testPanel()
const openAs = kayitScreen(panel, testBrowser())

type Kayit = Awaited<ReturnType<typeof openAs>>

async function fillNew({ field, addItem }: Kayit) {
  await field('Müşteri Adı Soyadı').fill('Ayşe Işık')
  await field('Plaka').fill('34 ABC 123')
  await addItem('Akü', '100')
}
const saveAndPdf = ({ page }: Kayit) => page.getByRole('button', { name: 'Kaydet ve KDV’li PDF' })
const marked = ({ page }: Kayit) => page.locator('tbody tr[data-saved]')

/** Returns the addresses of the documents that the browser has requested. */
function documents({ page }: Kayit) {
  const urls = new Set<string>()
  page.context().on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('.php')) urls.add(pathname + search)
  })
  return () => [...urls]
}

test.each(['phone', 'desktop'] as const)(
  'one button saves and prints a new record on a %s',
  async (screen) => {
    const user = await panel.user()
    const kayit = await openAs(user, 0)
    const { page } = kayit
    await page.setViewportSize(SCREENS[screen])
    expect(await page.getByRole('button', { name: /^(KDV’li )?PDF$/ }).count()).toBe(0)
    expect(await saveAndPdf(kayit).getAttribute('aria-keyshortcuts')).toBe('Control+Shift+Enter')
    await fillNew(kayit)
    const asked = documents(kayit)
    await saveAndPdf(kayit).click()
    await page.getByText('Kayıt başarıyla eklendi.').waitFor()
    const [stored] = await storedRecords(panel.db, user)
    const address = `/oto-servis/api/createPdf.php?id=${stored?.id}`
    await eventually(asked).toEqual([address])
    await page.bringToFront()
    await eventually(() => marked(kayit).textContent()).toContain('34 ABC 123')
    const link = page.getByRole('link', { name: 'KDV’li PDF' })
    expect(await link.getAttribute('href')).toBe(address)
    await expectAccessible(page)
  },
)

test('a refused save closes the tab that was opened for the document', async () => {
  const kayit = await openAs(await panel.user(), 0, [/ERR_FAILED/])
  const { page } = kayit
  await fillNew(kayit)
  await page.route('**/kayit.save*', (route) => route.abort())
  const opened = page.context().waitForEvent('page')
  await saveAndPdf(kayit).click()
  const tab = await opened
  await eventually(() => tab.isClosed()).toBe(true)
  await page.getByText('Bu cihazda saklandı.').waitFor()
  expect(await saveAndPdf(kayit).isDisabled()).toBe(true)
  expect(await kayit.value('Plaka')).toBe('34 ABC 123')
})

test('one button saves and prints a stored record while it has changes', async () => {
  const user = await panel.user()
  const { id } = await save(user.ctx)
  const kayit = await openAs(user, id)
  await kayit.page.getByRole('button', { name: 'KDV’li PDF' }).waitFor()
  expect(await saveAndPdf(kayit).count()).toBe(0)
  await kayit.field('Marka').fill('Fiat')
  const asked = documents(kayit)
  await saveAndPdf(kayit).click()
  await kayit.says('Kayıt başarıyla güncellendi.')
  await eventually(asked).toEqual([`/oto-servis/api/createPdf.php?id=${id}`])
  expect(await storedRecords(panel.db, user)).toMatchObject([{ arac_marka: 'Fiat' }])

  await kayit.page.bringToFront()
  await kayit.page.getByRole('button', { name: 'Geri' }).click()
  await eventually(() => marked(kayit).count()).toBe(1)
})

/** Saves a new record in a shop with this many records, all of them open. */
async function saveNewAfter(count: number): Promise<Kayit> {
  const user = await panel.user()
  for (let i = 0; i < count; i++) await save(user.ctx, { info: { plaka: `06 KY ${100 + i}` } })
  const kayit = await openAs(user, 0)
  await fillNew(kayit)
  await kayit.saveAtBottom.click()
  return kayit
}

test('the saved row is highlighted once, and the list stands at its top', async () => {
  const kayit = await saveNewAfter(19)
  await kayit.page.waitForURL('**/books')
  await marked(kayit).waitFor({ state: 'attached' })
  expect(await kayit.page.evaluate(() => scrollY)).toBe(0)
  await kayit.page.getByRole('button', { name: 'Çıkış Tarihi' }).click()
  await marked(kayit).waitFor({ state: 'detached' })
  expect(await kayit.page.locator('tbody tr').count()).toBe(20)
})

test('a saved row beyond the first page is shown among the visits of its car', async () => {
  const kayit = await saveNewAfter(20)
  await kayit.page.waitForURL('**/books?*')
  expect(pathOf(kayit.page)).toBe('/books?q=34+ABC+123')
  await eventually(() => marked(kayit).textContent()).toContain('Ayşe Işık')
  expect(await kayit.page.locator('tbody tr').count()).toBe(1)
})
