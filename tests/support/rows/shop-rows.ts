import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

import { pageClient } from '#tests/support/panel/app.ts'
import { buildUser, TEST_NOW, type TestUser } from './factories.ts'
import { copiedShare } from './share.ts'
import { picture } from '#tests/support/documents/logo.ts'

/** The word in every text of the victim's shop, and facts of theirs. */
export const CANARY = 'Kanarya'
export const PLATE = '34 KNR 987'
const KURUS = 98_765_432

export const KINDS = [
  'kayit',
  'deletedKayit',
  'islem',
  'payment',
  'share',
  'expense',
  'deletedExpense',
  'repetition',
  'vehicle',
  'customer',
  'price',
  'deletedPrice',
  'package',
  'deletedPackage',
  'request',
  'session',
  'passkey',
  'newLogin',
  'user',
] as const
export type Ids = Record<(typeof KINDS)[number], number>

/** Ids without a row. */
export const missing = Object.fromEntries(KINDS.map((kind, index) => [kind, 2_000_000_000 + index])) as Ids

/** Stores a shop with a row of each kind; `now` is the time of a running panel, which ends sessions of `TEST_NOW`. */
export async function buildShop(
  db: Kysely<DB>,
  { word, auth = 0, now = TEST_NOW }: { word: string; auth?: number; now?: Date },
): Promise<{ user: TestUser; ids: Ids }> {
  const user = await buildUser(db, { auth, company_name: word })
  const page = pageClient(db, user, { now })
  const record = (plaka: string) => ({
    info: {
      musteri_adi_soyadi: word,
      musteri_tel: '0532 987 65 43',
      plaka,
      giris_tarihi: '2026-11-03',
      // The forms of the record would fill them in, with another version.
      km_bilgisi: 1,
    },
    islemler: [{ islem_adi: word, islem_adet: 1, fiyat_kurus: KURUS }],
  })
  const { kayit, islemler } = await page.kayit.save(record(PLATE))
  const deletedKayit = await page.kayit.save(record('34 KNR 988'))
  await page.kayit.delete({ kayit_id: deletedKayit.kayit.id })
  await page.till.open({ counted_kurus: KURUS, key: 'kasa-acilisi' })
  const paid = { kayit_id: kayit.id, method: 'cash' as const, amount_kurus: KURUS, note: word }
  const { payments } = await page.payment.take({ ...paid, key: 'tahsilat-ilk' })
  await page.intake.save({
    kayit_id: kayit.id,
    car_kind: 'car',
    km: 1,
    fuel: 4,
    belongings: word,
    marks: [],
    terms: '',
    signer: word,
    promised_day: '2026-11-30',
    promised_minute: null,
    limit_kurus: KURUS,
  })
  await page.intake.deliver({ kayit_id: kayit.id, km: 1, signer: word, parts: word })
  const share = await page.share.create(copiedShare(kayit.id, user.id))
  const spent = { title: word, amount_kurus: KURUS, spend_date: '2026-11-02' }
  const expense = await page.expense.save({ ...spent, repeat: 'proposed' })
  const deletedExpense = await page.expense.save(spent)
  const [repetition] = (await page.expense.repetitions()).repetitions
  await page.expense.delete({ id: deletedExpense.id })
  const priced = (name: string) => page.item.savePrice({ name, price_kurus: KURUS })
  const [price, deletedPrice] = [await priced(word), await priced(`${word} 2`)]
  await page.item.deletePrice({ id: deletedPrice.id })
  const packed = (name: string) => page.item.savePackage({ name, items: [{ islem_adi: word }] })
  const [kept, deletedPackage] = [await packed(word), await packed(`${word} 2`)]
  await page.item.deletePackage({ id: deletedPackage.id })
  const asked = await page.personalData.saveRequest({ received_on: '2026-11-02', kind: 'other', note: word })
  // Avoids the upload's own process, which would redraw the same picture for each of many shops.
  await db
    .insertInto('logo')
    .values({ shop_id: user.id, png: await picture(), width: 64, height: 48, created_at: now })
    .execute()
  const links = await db
    .selectFrom('kayit')
    .where('id', '=', kayit.id)
    .select(['vehicle_id', 'customer_id'])
    .executeTakeFirstOrThrow()
  const session = await db
    .selectFrom('sessions')
    .where('user_id', '=', user.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const ids = {
    kayit: kayit.id,
    deletedKayit: deletedKayit.kayit.id,
    islem: islemler[0]?.id ?? 0,
    payment: payments[0]?.id ?? 0,
    share: share.id,
    expense: expense.id,
    deletedExpense: deletedExpense.id,
    repetition: repetition?.id ?? 0,
    vehicle: links.vehicle_id ?? 0,
    customer: links.customer_id ?? 0,
    price: price.id,
    deletedPrice: deletedPrice.id,
    package: kept.id,
    deletedPackage: deletedPackage.id,
    request: asked.id,
    session: session.id,
    ...(await loginRows(db, user)),
    user: user.id,
  }
  return { user, ids }
}

/** Stores a passkey of the user and the notice of a new login; returns their ids. */
async function loginRows(db: Kysely<DB>, { id: user_id, username: name }: TestUser) {
  const now = new Date()
  const key = { credential_id: Buffer.from(`key of ${name}`), public_key: Buffer.from(name) }
  const passkey = await db
    .insertInto('passkey')
    .values({ user_id, ...key, name, created_at: now, last_used_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const newLogin = await db
    .insertInto('new_login')
    .values({
      user_id,
      at: now,
      address: '203.0.113.x',
      user_agent: name,
      method: 'password',
      dismissed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { passkey: passkey.id, newLogin: newLogin.id }
}
