import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { asActor } from '#server/auth/authenticate.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { kayitDocument } from '#server/kayit/document.ts'
import { kayitBook } from '#server/kayit/export.ts'
import { personalDataBook } from '#server/personal-data/export.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import type { RpcCtx } from '#server/transports/rpc/trpc.ts'
import { getLogo } from '#server/settings/logo.ts'
import { kayitExportInput } from '#shared/export/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { csvOf, inputOf, jsonOf } from '#tests/support/documents/export.ts'
import { actorOf, baseCtx, buildUser, type TestUser } from '#tests/support/rows/factories.ts'
import { guardedFor } from '#tests/support/database/guarded.ts'
import { withoutOwner } from '#tests/support/database/without-owner.ts'

const db = await testDatabase()

/** Words that no response to another shop may contain. */
const CANARY = { name: 'Kanarya Özgün', plate: '34 KNR 77', kurus: 98_765_432, item: 'Kanarya işçiliği' }

const VISIT = { musteri_adi_soyadi: 'Hırsız', plaka: '06 HRS 06', giris_tarihi: '2026-11-03' }

/** A service that returns the text of a document. */
const AS_TEXT = { render: (document: unknown) => Promise.resolve(document) } as unknown as PdfService

const callerOf = (asked: Kysely<DB>, user: TestUser) => {
  const base = { ...baseCtx(db, { pdf: AS_TEXT }), db: asked }
  const ctx = asActor(base, actorOf(user, { id: 0, kind: 'web', confirmedAt: base.now }))
  return {
    ctx,
    call: appRouter.createCaller({ ...ctx, requestId: 'test', cookies: {} as RpcCtx['cookies'] }),
  }
}
type Caller = ReturnType<typeof callerOf>

let victim: TestUser
let thief: TestUser
let ids: {
  kayit: number
  vehicle: number
  customer: number
  expense: number
  repetition: number
  price: number
  package: number
  request: number
}
let theirs: { vehicle: number; customer: number }

beforeAll(async () => {
  victim = await buildUser(db, { company_name: 'Kurban Oto' })
  thief = await buildUser(db)
  const { call } = callerOf(guardedFor(db), victim)
  const islem = { islem_adi: CANARY.item, islem_adet: 1, fiyat_kurus: CANARY.kurus }
  const info = { musteri_adi_soyadi: CANARY.name, plaka: CANARY.plate, giris_tarihi: '2026-11-03' }
  const { kayit } = await call.kayit.save({
    info: { ...info, musteri_tel: '05321112233' },
    islemler: [islem],
  })
  const spent = { title: `${CANARY.name} kira`, amount_kurus: CANARY.kurus, spend_date: '2026-11-02' }
  const expense = await call.expense.save({ ...spent, repeat: 'proposed' })
  const price = await call.item.savePrice({ name: CANARY.item, price_kurus: CANARY.kurus, quantity: 1 })
  const gone = await call.expense.save({ ...spent, title: `${CANARY.name} silinen` })
  await call.expense.delete({ id: gone.id })
  const bundle = await call.item.savePackage({ name: `${CANARY.name} paketi`, items: [islem] })
  const asked = await call.personalData.saveRequest({
    received_on: '2026-11-02',
    kind: 'other',
    note: CANARY.name,
  })
  await call.feedback.add({ subject: CANARY.name, message: CANARY.name })
  await db
    .insertInto('logo')
    .values({ shop_id: victim.id, png: Buffer.from(CANARY.name), width: 1, height: 1 })
    .execute()
  ids = {
    kayit: kayit.id,
    vehicle: (await call.vehicle.list({})).items[0]?.id ?? 0,
    customer: (await call.customer.list({})).items[0]?.id ?? 0,
    expense: expense.id,
    repetition: (await call.expense.repetitions()).repetitions[0]?.id ?? 0,
    price: price.id,
    package: bundle.id,
    request: asked.id,
  }
  const own = callerOf(guardedFor(db), thief).call
  await own.kayit.save({ info: VISIT, islemler: [] })
  theirs = {
    vehicle: (await own.vehicle.list({})).items[0]?.id ?? 0,
    customer: (await own.customer.list({})).items[0]?.id ?? 0,
  }
})

/** Earns so much on the same days that the thief's totals never refuse to give away a part. */
async function earnMore({ call }: Caller): Promise<void> {
  const more = { islem_adi: CANARY.item, islem_adet: 10, fiyat_kurus: CANARY.kurus }
  for (const durum of ['', 'Devam Ediyor', 'Tamamlandı'])
    await call.kayit.save({ info: { ...VISIT, durum }, islemler: [more] })
  await call.expense.save({ title: 'Hırsız', amount_kurus: 10 * CANARY.kurus, spend_date: '2026-11-02' })
}

/** Every read of a shop's rows, with the victim's ids. */
const readings = ({ call, ctx }: Caller): Record<string, () => Promise<unknown>> => ({
  'kayit.list': () => call.kayit.list({}),
  'kayit.list of a month': () => call.kayit.list({ month: 11, year: 2026 }),
  'kayit.get': () => call.kayit.get({ kayit_id: ids.kayit }),
  'the document': () => kayitDocument(ctx, { kayit_id: ids.kayit, variant: 'plain' }),
  'the export': async () => csvOf(await kayitBook(ctx, inputOf(kayitExportInput, {}))),
  'vehicle.list': () => call.vehicle.list({}),
  'vehicle.get': () => call.vehicle.get({ id: ids.vehicle }),
  'vehicle.visits': () => call.vehicle.visits({ id: ids.vehicle }),
  'vehicle.lookup': () => call.vehicle.lookup({ q: '34K' }),
  'customer.list': () => call.customer.list({}),
  'customer.get': () => call.customer.get({ id: ids.customer }),
  'customer.visits': () => call.customer.visits({ id: ids.customer }),
  'customer.lookup': () => call.customer.lookup({ q: 'kanarya' }),
  'expense.list': () => call.expense.list({}),
  'expense.titles': () => call.expense.titles({ q: 'kanarya' }),
  'expense.get': () => call.expense.get({ id: ids.expense }),
  'expense.repetitions': () => call.expense.repetitions(),
  'item.prices': () => call.item.prices({}),
  'item.price': () => call.item.price({ id: ids.price }),
  'item.packages': () => call.item.packages(),
  'item.suggest': () => call.item.suggest({ q: 'kanarya' }),
  'stats.get': () => call.stats.get({ month: 11, year: 2026 }),
  'stats.period': () => call.stats.period({ from: '2026-11-01', to: '2026-11-30' }),
  'personalData.stored': () => call.personalData.stored({ id: ids.customer }),
  'personalData.requests': () => call.personalData.requests({}),
  'personalData.request': () => call.personalData.request({ id: ids.request }),
  'the personal data': async () => jsonOf(await personalDataBook(ctx, { id: ids.customer, format: 'JSON' })),
  'change.list': () => call.change.list({}),
  'change.of': () => call.change.of({ noun: 'kayit', id: ids.kayit }),
  'change.trash': () => call.change.trash({}),
  'the logo': async () => (await getLogo(ctx, { user: victim.id })).png.toString(),
})

/** Every change of a shop's rows, tried on the victim's. */
const changes = ({ call }: Caller): Record<string, () => Promise<unknown>> => ({
  'kayit.setStatus': () =>
    call.kayit.setStatus({
      kayitlar: [{ kayit_id: ids.kayit, version: 1, durum: 'İptal' }],
      key: 'hirsiz-0001',
    }),
  'kayit.save': () =>
    call.kayit.save({ id: ids.kayit, info: { musteri_adi_soyadi: 'Yeni', plaka: '1' }, islemler: [] }),
  'kayit.delete': () => call.kayit.delete({ kayit_id: ids.kayit }),
  'expense.save': () =>
    call.expense.save({ id: ids.expense, title: 'x', amount_kurus: 1, spend_date: '2026-11-02' }),
  'expense.delete': () => call.expense.delete({ id: ids.expense }),
  'expense.skip': () => call.expense.skip({ id: ids.repetition, month: '2026-10-01' }),
  'expense.endRepetition': () => call.expense.endRepetition({ id: ids.repetition }),
  'item.savePrice': () => call.item.savePrice({ id: ids.price, name: 'x', price_kurus: 1, quantity: 1 }),
  'item.deletePrice': () => call.item.deletePrice({ id: ids.price }),
  'item.savePackage': () =>
    call.item.savePackage({
      id: ids.package,
      name: 'x',
      items: [{ islem_adi: 'x', islem_adet: 1, fiyat_kurus: 1 }],
    }),
  'item.deletePackage': () => call.item.deletePackage({ id: ids.package }),
  'vehicle.merge': () => call.vehicle.merge({ id: ids.vehicle, into: theirs.vehicle }),
  'personalData.saveRequest': () =>
    call.personalData.saveRequest({ id: ids.request, received_on: '2026-11-01', kind: 'other' }),
  'personalData.erase': () => call.personalData.erase({ id: ids.customer, reason: 'request' }),
  'customer.merge': () => call.customer.merge({ id: ids.customer, into: theirs.customer }),
  'vehicle.relink': () => call.vehicle.relink({ kayit_id: ids.kayit, id: theirs.vehicle }),
})

const TABLES = [
  'kayit',
  'islem',
  'expense',
  'expense_repetition',
  'expense_repetition_month',
  'vehicle',
  'customer',
  'reminder',
  'item_price',
  'item_package',
  'status_totals',
  'data_request',
  'change',
] as const

/** Returns the victim's rows, as the owner of the tables sees them. */
const rowsOfVictim = async () =>
  Promise.all(
    TABLES.map((table) =>
      db.selectFrom(table).selectAll().where('shop_id', '=', victim.id).orderBy('shop_id').execute(),
    ),
  )

const isCanary = (text: string) => /Kanarya Özgün|34 ?KNR ?77|Kurban|98765432(?!0)/.test(text)

/** Returns the response, or the text of the refusal, which may show something of the victim. */
const answerOf = (work: () => Promise<unknown>): Promise<string> =>
  work().then(
    (answer) => JSON.stringify(answer) ?? '',
    (error: unknown) => String(error),
  )

describe('statements without their owner', () => {
  test('show no rows to another shop under row-level security', async () => {
    const caller = callerOf(guardedFor(db).withPlugin(withoutOwner), thief)
    for (const [name, read] of Object.entries(readings(caller)))
      expect({ name, shown: isCanary(await answerOf(read)) }).toEqual({ name, shown: false })
  })

  test('change no rows of another shop under row-level security', async () => {
    const before = await rowsOfVictim()
    const caller = callerOf(guardedFor(db).withPlugin(withoutOwner), thief)
    for (const [name, change] of Object.entries(changes(caller))) {
      await answerOf(change)
      expect({ name, rows: await rowsOfVictim() }).toEqual({ name, rows: before })
    }
  })

  test('show and change rows of another shop without row-level security', async () => {
    const caller = callerOf(db.withPlugin(withoutOwner), thief)
    const hidden: string[] = []
    for (const [name, read] of Object.entries(readings(caller)))
      if (!isCanary(await answerOf(read))) hidden.push(name)
    // Its n-gram index contains the shop's number.
    expect(hidden).toEqual(['customer.lookup'])
    await earnMore(callerOf(guardedFor(db), thief))
    const kept: string[] = []
    for (const [name, change] of Object.entries(changes(caller))) {
      const before = JSON.stringify(await rowsOfVictim())
      await answerOf(change)
      if (JSON.stringify(await rowsOfVictim()) === before) kept.push(name)
    }
    // Foreign keys contain the owner, so they refuse a repetition, car or customer of another shop.
    expect(kept).toEqual(['expense.skip', 'vehicle.merge', 'customer.merge', 'vehicle.relink'])
  })
})
