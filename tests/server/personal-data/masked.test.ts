import { expect, test } from 'vitest'

import { maskedNumber } from '#shared/personal-data/rules.ts'
import { legacyClient, pageClient, requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const app = testApp(db)
const TAX = '10000000146'

/** Every procedure that returns several rows of the shop, with an input that finds the customer. */
const LISTS: Record<string, (id: number) => object> = {
  'kayit.list': () => ({ q: 'Işık', ilk_islem: true }),
  'vehicle.list': () => ({}),
  'vehicle.earlier': (id) => ({ kayit_ids: [id] }),
  'customer.list': () => ({ q: TAX }),
  'search.find': () => ({ q: TAX }),
  'change.list': () => ({}),
  'change.of': (id) => ({ noun: 'kayit', id }),
  'change.trash': () => ({}),
  'personalData.requests': () => ({}),
  'personalData.erasures': () => ({}),
}

test('no list, search, history and export but the accountant’s shows a whole tax number', async () => {
  const user = await buildUser(db)
  const ctx = userCtx(db, user)
  const info = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123', tc_vergino: '' }
  const { id } = await save(ctx, { info })
  await save(ctx, { id, info: { tc_vergino: TAX } })
  const page = pageClient(db, user, { app })
  const call = (path: string, input: object) => {
    const procedure = path.split('.').reduce<unknown>((node, name) => Reflect.get(node as object, name), page)
    return (procedure as (sent: object) => Promise<unknown>)(input)
  }
  for (const [path, inputOf] of Object.entries(LISTS)) {
    const answer = JSON.stringify(await call(path, inputOf(id)))
    expect({ path, isWhole: answer.includes(TAX) }).toEqual({ path, isWhole: false })
  }
  // The lists that show the number show it masked.
  for (const [path, input] of [
    ['search.find', { q: TAX }],
    ['change.list', {}],
    ['change.of', { noun: 'kayit', id }],
  ] as const)
    expect(JSON.stringify(await call(path, input))).toContain(maskedNumber(TAX))
  // The record and the customer's own page show it in full.
  const { customers } = await page.search.find({ q: TAX })
  expect((await page.kayit.get({ kayit_id: id })).kayit.tc_vergino).toBe(TAX)
  expect((await page.customer.get({ id: customers.items[0]?.id ?? 0 })).tax_no).toBe(TAX)
  // Only the journal, among the files with lists, has it.
  const headers = { cookie: `session_id=${await startSession(db, user)}` }
  const customer = customers.items[0]?.id ?? 0
  for (const file of ['kayit?', 'journal?', 'stats?', 'expense?', `customer-history?id=${customer}&`]) {
    const { status, text } = await requests(app).get(`/oto-servis/api/export/${file}format=CSV`, headers)
    // The accountant writes invoices from the journal.
    expect([file, status, text.includes(TAX)]).toEqual([file, 200, file === 'journal?'])
  }
  // The old contract's list never had it; its record always has.
  const old = legacyClient(app, db, user)
  expect((await old.get('getKayitlar.php')).text).not.toContain(TAX)
  expect((await old.post('getKayit.php', { kayit_id: id })).text).toContain(TAX)
})
