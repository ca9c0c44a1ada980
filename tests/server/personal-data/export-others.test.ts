import { beforeAll, describe, expect, test } from 'vitest'

import { recordExport } from '#server/change/list.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { customerHistoryBook } from '#server/history/export.ts'
import { relink } from '#server/kayit/relink.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { OTHER_PERSON } from '#shared/personal-data/rules.ts'
import { callerOf } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'
import { personalFile, type PersonalFile, wordsIn } from '#tests/support/documents/personal-file.ts'

const db = await testDatabase()

const personA = {
  musteri_adi_soyadi: 'Kanarya Özgün',
  musteri_tel: '0532 111 22 33',
  tc_vergino: '10000000146',
}
const personB = {
  musteri_adi_soyadi: 'Bülbül Şakır',
  musteri_tel: '0544 444 55 66',
  tc_vergino: '12345678950',
}
const carA = { plaka: '34 KNR 111', sasi_no: 'WVWZZZ1JZXW111111', motor_no: 'MTRAAA111' }
const carB = { plaka: '06 BLB 222', sasi_no: 'WVWZZZ1JZXW222222', motor_no: 'MTRBBB222' }
/** One car under its two owners: the plate and the engine have changed. */
const soldA = { plaka: '35 ESK 333', sasi_no: 'WVWZZZ1JZXW333333', motor_no: 'MTRESK333' }
const soldB = { plaka: '16 YNI 444', sasi_no: 'WVWZZZ1JZXW333333', motor_no: 'MTRYNI444' }

const spellings = (person: typeof personA, car: typeof carA) => [
  ...Object.values(person),
  ...Object.values(car),
]
const WORDS_A = [
  ...spellings(personA, carA),
  '35 ESK 333',
  'MTRESK333',
  'dilek-a',
  'ruhsat-a',
  'başvuru-a',
  'Kanarya-Özgün',
]
const WORDS_B = [
  ...spellings(personB, carB),
  '16 YNI 444',
  'MTRYNI444',
  'dilek-b',
  'ruhsat-b',
  'başvuru-b',
  'Bülbül-Şakır',
]
const FORMATTED = ['0 (532) 111 22 33', '0 (544) 444 55 66']

const items = [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 100_000 }]
const on = (day: number) => ({ giris_tarihi: `2026-10-${String(day).padStart(2, '0')}` })

/** Stores two customers whose records are related in every way that the panel allows. */
async function entangled(ctx: UserCtx) {
  const panel = callerOf(ctx)
  const visit = async (info: Record<string, string>) => (await save(ctx, { info, islemler: items })).id
  const own = async (person: typeof personA, car: typeof carA, letter: string) => {
    const id = await visit({ ...person, ...car, musteri_talebi: `dilek-${letter}`, ...on(1) })
    await save(ctx, { id, info: { aciklama: `değişti-${letter}` } })
    const file = { ad: `ruhsat-${letter}.jpg`, tur: 'image/jpeg', boyut: 1, url: `/ruhsat-${letter}` }
    await db
      .insertInto('belge')
      .values({ ...file, shop_id: ctx.actor.shop, kayit_id: id })
      .execute()
    const customer = (await linksOf(db, id)).customer_id
    await panel.personalData.saveRequest({
      received_on: '2026-11-01',
      kind: 'information',
      note: `başvuru-${letter}`,
      customer_id: customer,
    })
    return { id, customer }
  }
  const [a, b] = [await own(personA, carA, 'a'), await own(personB, carB, 'b')]
  // A car that was sold, and was joined with another car and separated from it.
  await visit({ ...personA, ...soldA, ...on(2) })
  const sold = await visit({ ...personB, ...soldB, ...on(3) })
  const { vehicle_id: soldCar } = await linksOf(db, sold)
  const { vehicle_id: ownCarOfB } = await linksOf(db, b.id)
  await panel.vehicle.merge({ id: soldCar, into: ownCarOfB })
  await panel.vehicle.separate({ id: soldCar })
  // Records that were exchanged by hand, so that their texts stay.
  for (const [person, car, to] of [
    [personA, carA, b.customer],
    [personB, carB, a.customer],
  ] as const) {
    const moved = await visit({ ...person, ...car, ...on(4) })
    await save(ctx, { id: moved, info: { km_bilgisi: 5_000 } })
    await relink(ctx, 'customer', { kayit_id: moved, id: to })
    await save(ctx, { id: moved, info: { km_bilgisi: 6_000 } })
  }
  // Records that were overwritten with the other customer's texts, and one whose phone was briefly wrong.
  for (const [from, to] of [
    [
      { ...personA, ...carA },
      { ...personB, ...carB },
    ],
    [
      { ...personB, ...carB },
      { ...personA, ...carA },
    ],
  ] as const) {
    const id = await visit({ ...from, ...on(5) })
    await save(ctx, { id, info: { ...to } })
  }
  for (const [id, other, right] of [
    [a.id, personB, personA],
    [b.id, personA, personB],
  ] as const) {
    await save(ctx, { id, info: { musteri_tel: other.musteri_tel } })
    await save(ctx, { id, info: { musteri_tel: right.musteri_tel } })
  }
  // The customers are joined, get a visit that stays where it was counted, and are separated.
  await panel.customer.merge({ id: b.customer, into: a.customer })
  await visit({ ...personB, ...carB, ...on(6) })
  await panel.customer.separate({ id: b.customer })
  // Records in the trash, one of which is purged, and files with the history.
  for (const [person, car, { customer }] of [
    [personA, carA, a],
    [personB, carB, b],
  ] as const) {
    const deleted = await visit({ ...person, ...car, ...on(7) })
    await deleteKayit(ctx, { kayit_id: deleted })
    const gone = await visit({ ...person, ...car, ...on(8) })
    await deleteKayit(ctx, { kayit_id: gone })
    await db.deleteFrom('kayit').where('id', '=', gone).execute()
    await recordExport(ctx, await customerHistoryBook(ctx, { id: customer, format: 'CSV' }), 'CSV')
  }
  return { a: a.customer, b: b.customer }
}

describe('the file of one of two customers whose records touch', () => {
  let fileA: PersonalFile
  let fileB: PersonalFile

  beforeAll(async () => {
    const ctx = userCtx(db, await buildUser(db, { company_name: 'Yıldız Oto' }))
    const { a, b } = await entangled(ctx)
    fileA = await personalFile(ctx, a)
    fileB = await personalFile(ctx, b)
  })

  test.each(['json', 'pdf'] as const)('has nothing of the other one, as %s', (format) => {
    expect(wordsIn(fileA[format], WORDS_B)).toEqual([])
    expect(wordsIn(fileB[format], WORDS_A)).toEqual([])
  })

  test('has everything of their own', () => {
    expect(wordsIn(fileA.json, WORDS_A)).toEqual(WORDS_A)
    expect(wordsIn(fileB.json, WORDS_B)).toEqual(WORDS_B)
    const printed = (words: readonly string[]) => words.filter((word) => !word.startsWith('05'))
    expect(wordsIn(fileA.pdf, printed(WORDS_A))).toEqual(printed(WORDS_A))
    expect(wordsIn(fileB.pdf, printed(WORDS_B))).toEqual(printed(WORDS_B))
    // A PDF writes phones as they are dialled.
    expect([wordsIn(fileA.pdf, FORMATTED), wordsIn(fileB.pdf, FORMATTED)]).toEqual([
      ['0 (532) 111 22 33'],
      ['0 (544) 444 55 66'],
    ])
  })

  test('says where another customer was named, and has the changes of the time when a record was theirs', () => {
    const { records, changes, vehicles } = JSON.parse(fileA.json)
    // The record that was moved here, and the one entered for the other customer while both were joined.
    expect(
      records.filter((one: { musteri_adi_soyadi: string }) => one.musteri_adi_soyadi === OTHER_PERSON),
    ).toHaveLength(2)
    expect(vehicles.map(({ plate }: { plate: string }) => plate)).toEqual(['34 KNR 111', '35 ESK 333'])
    const kilometres = changes.flatMap(
      ({ title, detail }: { title: string; detail: { fields?: { name: string; after: number }[] } }) =>
        (detail.fields ?? [])
          .filter(({ name }) => name === 'km_bilgisi')
          .map(({ after }) => `${title}: ${after}`),
    )
    expect(kilometres).toEqual(['34 KNR 111 · Kanarya Özgün: 5000', `${OTHER_PERSON}: 6000`])
    expect(changes.filter(({ noun }: { noun: string }) => noun === 'customer')).toMatchObject([
      { verb: 'merge', title: OTHER_PERSON, detail: { other: 'Kanarya Özgün' } },
      { verb: 'separate', title: OTHER_PERSON, detail: { other: 'Kanarya Özgün' } },
    ])
  })
})

test('a record that was only this customer’s under another name is theirs with all its texts', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const { id } = await save(ctx, { info: { ...personA, ...carA, ...on(1) } })
  await save(ctx, { id, info: { musteri_adi_soyadi: 'Kanarya Kızlıksoyadı' } })
  await save(ctx, { id, info: { musteri_tel: '0533 777 88 99' } })
  const { customer_id } = await linksOf(db, id)
  const { json, pdf } = await personalFile(ctx, customer_id)
  const words = ['Kanarya Özgün', 'Kanarya Kızlıksoyadı', '0533 777 88 99', '0532 111 22 33']
  expect(wordsIn(json, words)).toEqual(words)
  expect(wordsIn(pdf, words.slice(0, 2))).toEqual(words.slice(0, 2))
  expect(json).not.toContain(OTHER_PERSON)
})

test('the file does not name a customer whom a correction left without a record', async () => {
  const ctx = userCtx(db, await buildUser(db))
  await save(ctx, { info: { ...personA, ...carA, ...on(1) } })
  const { id } = await save(ctx, { info: { ...personB, ...carB, ...on(2) } })
  await save(ctx, { id, info: { ...personA, ...carA } })
  const { customer_id } = await linksOf(db, id)
  expect(
    await db.selectFrom('customer').where('shop_id', '=', ctx.actor.shop).select('id').execute(),
  ).toEqual([{ id: customer_id }])
  const { json, pdf } = await personalFile(ctx, customer_id)
  expect([wordsIn(json, WORDS_B), wordsIn(pdf, WORDS_B)]).toEqual([[], []])
})
