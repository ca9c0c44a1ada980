import type { Hono } from 'hono'
import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import type { AppEnv } from '#server/platform/http/app-env.ts'
import { legacyClient, pageClient, requests, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { INTAKE } from '#tests/support/rows/intake.ts'
import { info, items, linksOf, NAME, plant } from '#tests/support/rows/personal-data.ts'
import { approve } from '#tests/support/rows/quote.ts'
import { copiedShare, mailedShare } from '#tests/support/rows/share.ts'

/** Words that identify the customer, each part once: the survey ignores case, marks and spaces. */
export const CANARY_WORDS = [
  'Kanarya',
  'Özgünoğlu',
  '532 987 65 43',
  '32109876544',
  '32109876590',
  '34 KNR 987',
  'WVWZZZ1JZXW987654',
  'MTR98765',
  'Serçe Sokağı',
  'serce.ötücü@ornek.test',
  'Gizli dilek',
  'Uzun açıklama',
  'Özel düşünce',
  'ruhsat-fotograf',
]
const PHONES = [
  '0532 987 65 43',
  '05329876543',
  '5329876543',
  '+905329876543',
  '905329876543',
  '0 (532) 987 65 43',
]
/** Keys that a caller may choose, and that an attacker who has the database would guess. */
export const GUESSES = [
  ...PHONES,
  ...PHONES.map((phone) => `kayit-${phone}`),
  NAME,
  '34KNR987',
  '32109876544',
]

const ADDRESS = 'Serçe Sokağı 17, serce.ötücü@ornek.test'
const WORDS = `${NAME}, 0532 987 65 43, 34 KNR 987`
/** A header's value, in ASCII. */
const AGENT = 'Kanarya/1.0 (Ozgunoglu; 5329876543)'

export type Setting = { db: Kysely<DB>; app: Hono<AppEnv>; owner: TestUser }

/**
 * Writes the customer into every field that a caller can fill, over both transports: the customer's own facts, and the
 * free texts of the shop, the integrator and an administrator. Returns the customer's id.
 */
export async function plantEverywhere(setting: Setting): Promise<number> {
  const { db, owner } = setting
  const { customer } = await plant(db, userCtx(db, owner))
  await plantRecords(setting, customer)
  await plantFreeWords(setting)
  await plantOldPaths(setting)
  await plantFiles(setting, customer)
  await plantRefused(setting)
  await plantLogins(setting)
  await plantAdministration(setting)
  return customer
}

const spent = { title: `${WORDS} ödedi`, amount_kurus: 100, spend_date: '2026-11-02', note: ADDRESS }
/** Facts with a valid tax number, by which customers are found. */
const withNotes = {
  ...info,
  tc_vergino: '32109876590',
  musteri_talebi: `Gizli dilek, ${ADDRESS}`,
  aciklama: `Uzun açıklama, ${ADDRESS}`,
}

/** Creates, edits, moves, deletes and restores records; adds requests and a merged person. */
async function plantRecords({ db, app, owner }: Setting, customer: number): Promise<void> {
  const page = pageClient(db, owner, { app })
  const phoned = { ...withNotes, musteri_tel: '+90 (532) 987-65-43', plaka: '34knr987' }
  const key = 'kayit-05329876543'
  const { kayit } = await page.kayit.save({ info: phoned, islemler: items, key })
  const { version } = await page.kayit.save({ id: kayit.id, info: { musteri_tel: '5329876543' }, key })
  const status = { kayit_id: kayit.id, version, durum: 'Tamamlandı' }
  await page.kayit.setStatus({ kayitlar: [status], key: 'durum-5329876543' })
  await plantPayments(page, kayit.id)
  await plantForms(page, kayit.id)
  const { vehicle_id } = await linksOf(db, kayit.id)
  const reminder = { vehicle_id, cause: 'other' as const, due_day: '2026-12-01' }
  await page.reminder.save({ ...reminder, title: `${NAME}, 532 987 65 43` })
  await page.kayit.delete({ kayit_id: kayit.id })
  await page.kayit.restore({ kayit_id: kayit.id })
  // The planner samples a column with two different texts.
  for (const name of ['kanarya', 'kanarya.hanim'])
    await page.share.mail(mailedShare(kayit.id, owner.id, `${name}@ornek.test`))
  // The record named another customer first, and this one by mistake.
  const other = { musteri_adi_soyadi: 'Ali Usta', plaka: '06 ABC 1', giris_tarihi: '2026-11-03' }
  const wrong = await page.kayit.save({ info: { ...other, musteri_adi_soyadi: NAME } })
  await page.kayit.save({ id: wrong.kayit.id, info: other })
  const moved = await page.kayit.save({ info: { ...info, musteri_tel: '', giris_tarihi: '2026-10-01' } })
  const away = await page.customer.relink({ kayit_id: moved.kayit.id })
  await page.customer.relink({ kayit_id: moved.kayit.id, id: away.before })
  const renamed = { musteri_adi_soyadi: 'Kanarya Hanım', musteri_tel: '', tc_vergino: '' }
  const again = await page.kayit.save({ info: { ...info, ...renamed, plaka: '34 KNR 988' } })
  const { customer_id: double } = await linksOf(db, again.kayit.id)
  await page.customer.merge({ id: double, into: customer })
  await page.customer.separate({ id: double })
  await page.customer.merge({ id: double, into: customer })
  const request = { received_on: '2026-11-02', kind: 'other' as const, note: `${WORDS}, ${ADDRESS}` }
  const asked = await page.personalData.saveRequest({
    ...request,
    customer_id: customer,
    key: 'basvuru-05329876543',
  })
  await page.personalData.saveRequest({
    ...request,
    id: asked.id,
    customer_id: customer,
    answered_on: '2026-11-03',
  })
  // This request names no customer of the shop.
  await page.personalData.saveRequest(request)
}

/** Takes the car in and gives it back, with the customer in every text. */
async function plantForms(page: ReturnType<typeof pageClient>, kayit_id: number): Promise<void> {
  const { terms } = await page.intake.get({ kayit_id })
  const signed = { kayit_id, signer: WORDS, signature: [[1, 2, 3, 4]] }
  await page.intake.save({ ...INTAKE, ...signed, belongings: `${WORDS}, ${ADDRESS}`, terms })
  await page.intake.deliver({ ...signed, km: 1, parts: `${WORDS}, ${ADDRESS}` })
}

/** Takes and cancels payments with notes, also of a record that is then deleted. */
async function plantPayments(page: ReturnType<typeof pageClient>, kayit_id: number): Promise<void> {
  const paid = { method: 'cash' as const, amount_kurus: 100, note: `${WORDS}, ${ADDRESS}` }
  const { payments } = await page.payment.take({ ...paid, kayit_id, key: 'tahsilat-05329876543' })
  await page.payment.reverse({ id: payments[0]?.id ?? 0, note: paid.note, key: 'iptal-05329876543' })
  const deleted = await page.kayit.save({ info: { ...info, giris_tarihi: '2026-09-01' } })
  await page.payment.take({ ...paid, kayit_id: deleted.kayit.id, key: 'silinen-05329876543' })
  await page.kayit.delete({ kayit_id: deleted.kayit.id })
}

/** Writes texts that the shop words itself, without a link to a customer. */
async function plantFreeWords({ db, app, owner }: Setting): Promise<void> {
  const page = pageClient(db, owner, { app })
  const free = {
    giris_tarihi: '2026-11-20',
    arac_marka: `${NAME} marka`,
    arac_model: WORDS,
    durum: `${NAME} bekliyor`,
  }
  await page.kayit.save({
    info: { ...withNotes, ...free },
    islemler: [{ islem_adi: `${WORDS} işi`, islem_adet: 1, fiyat_kurus: 100 }],
  })
  const { categories } = await page.expense.categories()
  const edited = [...categories.map((name) => ({ name, before: name })), { name: NAME, before: '' }]
  await page.expense.saveCategories({ loaded: [...categories], categories: edited })
  const named = { ...spent, category: NAME }
  await page.expense.save({ ...named, repeat: 'proposed', key: 'gider-05329876543' })
  const gone = await page.expense.save(named)
  await page.expense.delete({ id: gone.id })
  await page.item.savePrice({ name: WORDS, price_kurus: 1 })
  const price = await page.item.savePrice({ name: `${WORDS} 2`, price_kurus: 1 })
  await page.item.deletePrice({ id: price.id })
  const packed = await page.item.savePackage({ name: WORDS, items: [{ islem_adi: WORDS }] })
  await page.item.savePackage({ id: packed.id, name: `${WORDS} 2`, items: [{ islem_adi: `${WORDS} 2` }] })
  await page.feedback.add({ subject: WORDS, message: `${WORDS}, ${ADDRESS}`, key: 'geri-05329876543' })
  const view = { preset: 'tam' as const, search: { q: '0532 987 65 43' } }
  const staff = await buildUser(db, { shop_id: owner.id, role: 'desk', email: '', email_key: '' })
  await pageClient(db, staff, { app }).settings.savePreferences({ views: [{ ...view, name: 'Telefon' }] })
  await page.settings.savePreferences({
    views: [
      { ...view, name: 'Telefon' },
      { ...view, name: NAME, search: { q: '34KNR987' } },
      { ...view, name: 'Ali', search: { q: 'Ali Usta' } },
    ],
  })
}

/** Rewrites all of that, as the question before an erasure asks for. */
export async function correctFreeWords({ db, app, owner }: Setting): Promise<void> {
  const page = pageClient(db, owner, { app })
  const of = (table: 'kayit' | 'expense' | 'item_price' | 'item_package') =>
    db
      .selectFrom(table as 'kayit')
      .where('shop_id', '=', owner.id)
      .orderBy('id')
      .select(['id', 'deleted_at'])
      .execute()
  const free = { arac_marka: 'Volkswagen', arac_model: 'Golf', durum: 'Tamamlandı' }
  for (const { id, deleted_at } of await of('kayit'))
    if (deleted_at === null) await page.kayit.save({ id, info: free, islemler: items })
  for (const { id, deleted_at } of await of('expense')) {
    if (deleted_at !== null) await page.expense.restore({ id })
    await page.expense.save({ id, title: 'Gider', note: '', category: '', repeat_values: true })
    if (deleted_at !== null) await page.expense.delete({ id })
  }
  const { categories } = await page.expense.categories()
  await page.expense.saveCategories({
    loaded: [...categories],
    categories: categories.filter((name) => name !== NAME).map((name) => ({ name, before: name })),
  })
  for (const { id, deleted_at } of await of('item_price')) {
    if (deleted_at !== null) await page.item.restorePrice({ id })
    await page.item.savePrice({ id, name: `Yağ ${id}`, price_kurus: 1 })
    if (deleted_at !== null) await page.item.deletePrice({ id })
  }
  for (const { id } of await of('item_package'))
    await page.item.savePackage({ id, name: `Bakım ${id}`, items: [{ islem_adi: 'Yağ' }] })
}

/** The same by an integrator, with keys that name the customer. */
async function plantOldPaths({ db, app, owner }: Setting): Promise<void> {
  const { post } = legacyClient(app, db, owner)
  const keyed = (key: string) => ({ 'idempotency-key': key })
  const sent = { info: { ...withNotes, private_note: undefined, id: 0 }, islemler: [] }
  for (const key of ['05329876543', '+905329876543', 'Kanarya 0532 987 65 43']) {
    await post('submitKayit.php', sent, keyed(key))
    await post('submitKayit.php', sent, keyed(key))
    // Refused: the same key with another body.
    await post('submitKayit.php', { ...sent, islemler: [{ islem_adi: 'x' }] }, keyed(key))
  }
  const { body } = await post('submitKayit.php', sent)
  await post(
    'submitKayit.php',
    { info: { id: body['id'], musteri_tel: '905329876543' } },
    keyed('5329876543'),
  )
  await post('deleteKayit.php', { kayit_id: body['id'] }, keyed('0532 987 65 43'))
  const expense = { title: WORDS, amount: '1', spend_date: '2026-11-01', note: ADDRESS }
  await post('expenseUpsert.php', expense, keyed('34KNR987'))
  await post('addFeedback.php', { subject: WORDS, message: `${WORDS}, ${ADDRESS}` }, keyed('32109876544'))
}

/** Files, documents and searches. */
async function plantFiles({ db, app, owner }: Setting, customer: number): Promise<void> {
  const token = await startSession(db, owner)
  const { get } = requests(app, async () => ({ cookie: `session_id=${token}` }))
  const files = ['customer-history', 'personal-data'].map(
    (name) => `${name}?format=${name === 'personal-data' ? 'JSON' : 'CSV'}&id=${customer}`,
  )
  for (const file of [...files, `kayit?format=CSV&q=${encodeURIComponent(NAME)}`, 'journal?format=CSV'])
    await get(`/oto-servis/api/export/${file}`)
  const page = pageClient(db, owner, { app })
  for (const q of [NAME, '0532 987 65 43', '34 KNR 987']) {
    await page.search.find({ q })
    await page.kayit.list({ q })
    await page.customer.lookup({ q })
    await page.vehicle.lookup({ q })
    await page.customer.list({ q })
    await page.vehicle.list({ q })
  }
  await page.share.create(copiedShare(customer, owner.id, 'statement'))
  await approve({ app, page, shop: owner.id }, { info, islemler: items, ad: NAME, agent: AGENT })
  await page.item.suggest({ q: 'Kanarya', plate: '34 KNR 987', vin: info.sasi_no })
}

/** Calls that are refused, by the schema, by the operation, for a field that is not known. */
async function plantRefused({ db, app, owner }: Setting): Promise<void> {
  const token = await startSession(db, owner)
  const page = requests(app, async () => ({ cookie: `session_id=${token}`, 'sec-fetch-site': 'same-origin' }))
  const refused = [
    { info: { ...info, giris_tarihi: NAME } },
    { info: { ...info, [NAME]: WORDS } },
    { id: 2_000_000_000, info },
    { info: { ...info, musteri_talebi: `${WORDS} `.repeat(1_000) } },
    { info, key: NAME },
  ]
  const { post } = legacyClient(app, db, owner)
  for (const body of refused) {
    await page.post(`${TRPC}/kayit.save`, body)
    await post('submitKayit.php', body)
  }
  await page.get(`/oto-servis/api/${encodeURIComponent(NAME)}/05329876543`)
  await page.post(`${TRPC}/${encodeURIComponent(NAME)}`, { q: WORDS })
}

/** A login with their name as the user's, and a program that names itself after them, from a device not known before. */
async function plantLogins({ app, owner: { username, password } }: Setting): Promise<void> {
  const { post } = requests(app, async () => ({ 'user-agent': AGENT }))
  for (const name of [NAME, '05329876543']) await post('login.php', { username: name, password: NAME })
  for (let round = 0; round < 2; round++) await post('login.php', { username, password })
}

/** The reason of a suspension, while it lasts, and of an erasure. */
async function plantAdministration({ db, app, owner }: Setting): Promise<void> {
  const page = pageClient(db, await buildUser(db, { auth: 3 }), { app })
  const staff = await buildUser(db, { shop_id: owner.id, role: 'desk', email: '', email_key: '' })
  await pageClient(db, owner, { app }).staff.close({ id: staff.id })
  await page.admin.eraseMember({ id: staff.id, reason: WORDS })
  await page.admin.suspendShop({ id: owner.id, reason: WORDS })
  await page.admin.openShop({ id: owner.id })
}
