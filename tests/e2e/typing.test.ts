import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'

import { AUTH_ADMIN } from '#shared/options.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { enter, testPanel } from '#tests/support/panel/panel.ts'

/* Fields ask a phone's keyboard for the right keys, and keep what the user typed. */

const panel = await testPanel()
const browser = testBrowser()

async function openAt(path: string) {
  const page = await browser.open({ address: panel.address, screen: 'phone' })
  await enter(page, panel, await panel.user({ auth: AUTH_ADMIN }))
  await page.goto(path)
  return page
}

/** Returns the capitals, the keyboard and the correction of a field. */
const typingOf = (field: Locator) =>
  field.evaluate((one) =>
    ['autocapitalize', 'inputmode', 'autocorrect', 'spellcheck'].map((name) => one.getAttribute(name)),
  )
const expected = (capitals: string, keyboard: string | null) => [capitals, keyboard, 'off', 'false']

test('the fields of a record ask the phone for the right keys', async () => {
  const page = await openAt('book/0')
  const field = (name: string) => page.getByLabel(name, { exact: true }).first()
  await field('Plaka').waitFor()
  for (const name of ['Plaka', 'Şasi No', 'Motor No'])
    expect([name, await typingOf(field(name))]).toEqual([name, expected('characters', null)])
  for (const name of ['Müşteri Adı Soyadı', 'Marka', 'Model'])
    expect([name, await typingOf(field(name))]).toEqual([name, expected('words', null)])
  for (const name of ['Kilometre', 'Model Yılı', 'T.C. / Vergi No', 'Adet'])
    expect([name, await typingOf(field(name))]).toEqual([name, expected('none', 'numeric')])
  expect(await typingOf(field('Telefon'))).toEqual(expected('none', 'tel'))
  expect(await typingOf(field('Fiyat'))).toEqual(expected('none', 'decimal'))
})

test('the fields of users, expenses and searches ask the phone for the right keys', async () => {
  const page = await openAt('admin')
  const search = page.getByRole('searchbox', { name: 'Ara' })
  await search.waitFor()
  expect(await typingOf(search)).toEqual(expected('none', null))
  await page.getByRole('button', { name: 'Yeni kullanıcı' }).click()
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  expect(await typingOf(field('Kullanıcı adı'))).toEqual(expected('none', null))
  expect(await typingOf(field('E-posta'))).toEqual(expected('none', 'email'))
  expect(await typingOf(field('Yeni parola'))).toEqual(expected('none', null))
  expect(await typingOf(field('Firma telefonu'))).toEqual(expected('none', 'tel'))
  await page.goto('expense')
  await page.getByRole('button', { name: 'Yeni gider' }).click()
  expect(await typingOf(field('Tutar'))).toEqual(expected('none', 'decimal'))
})
