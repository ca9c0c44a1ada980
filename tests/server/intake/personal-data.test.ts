import { expect, test } from 'vitest'

import { relink } from '#server/kayit/relink.ts'
import { getHandover } from '#server/intake/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { intakeMessages } from '#shared/intake/messages.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { personalFile, wordsIn } from '#tests/support/documents/personal-file.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { giveBack, takeIn } from '#tests/support/rows/intake.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'

const db = await testDatabase()
const WORDS = ['Serçe Özgünoğlu', 'kırmızı çanta', 'eski kayış']

async function visited() {
  const ctx = userCtx(db, await buildUser(db))
  const { id } = await save(ctx, { info: { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 1' } })
  const [signer, belongings, parts] = WORDS
  await takeIn(ctx, { kayit_id: id, isSigned: true, signer, belongings, limit_kurus: 5_000 })
  await giveBack(ctx, { kayit_id: id, isSigned: true, signer, parts })
  return { ctx, id, customer: (await linksOf(db, id)).customer_id }
}

test('a customer’s file has the intake and the delivery, with the signature', async () => {
  const { ctx, customer } = await visited()
  const { json, pdf } = await personalFile(ctx, customer)
  expect(wordsIn(json, WORDS)).toEqual(WORDS)
  expect(wordsIn(pdf, WORDS)).toEqual(WORDS)
  const { records } = JSON.parse(json) as { records: { intake: object; delivery: object }[] }
  expect(records[0]).toMatchObject({
    intake: { km: 126_870, limit_kurus: 5_000, signature: expect.stringContaining('[[10,200') },
    delivery: { km: 126_900, signature: expect.stringContaining('[[10,200') },
  })
})

test('an erasure empties names, belongings, parts and signatures and keeps amounts and days', async () => {
  const { ctx, id, customer } = await visited()
  await eraseCustomer(ctx, { id: customer, reason: 'request' })
  const { intake, delivery } = await getHandover(ctx, { kayit_id: id })
  const empty = { signer: '', signature: null, is_changed: false }
  expect(intake).toMatchObject({ ...empty, belongings: '', km: 126_870, limit_kurus: 5_000 })
  expect(intake?.signed_at).not.toBeNull()
  expect(delivery).toMatchObject({ ...empty, parts: '', km: 126_900 })
  expect(wordsIn(JSON.stringify(await changesIn(db, ctx.actor.shop)), WORDS)).toEqual([])
})

test('an erasure empties what its customer signed, also if the record is another customer’s by now, and no later form', async () => {
  const { ctx, id, customer } = await visited()
  await save(ctx, { info: { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 1' } })
  await relink(ctx, 'customer', { kayit_id: id })
  expect((await linksOf(db, id)).customer_id).not.toBe(customer)
  const later = { ...ctx, now: new Date(TEST_NOW.getTime() + 1_000) }
  await giveBack(later, { kayit_id: id, version: 1, isSigned: true, signer: 'Bora Kaya', parts: '' })
  await eraseCustomer(later, { id: customer, reason: 'request' })
  const { intake, delivery } = await getHandover(ctx, { kayit_id: id })
  expect(intake).toMatchObject({ signer: '', signature: null, belongings: '' })
  expect(delivery).toMatchObject({ signer: 'Bora Kaya' })
})

test.each([
  ['waited for the connection', { key: 'anahtar-gec', filled_at: TEST_NOW.getTime() - 1_000 }],
  ['was open on a screen', {}],
])('a form that %s brings nobody back after an erasure', async (_, times) => {
  const { ctx, id, customer } = await visited()
  await eraseCustomer(ctx, { id: customer, reason: 'request' })
  const found = await getHandover(ctx, { kayit_id: id })
  const sent = { kayit_id: id, version: 1, isSigned: true, signer: WORDS[0], ...times }
  for (const store of [takeIn, giveBack])
    await expectRefusal(store(ctx, sent), { code: 'INVALID', message: intakeMessages.customerErased })
  expect(await getHandover(ctx, { kayit_id: id })).toEqual(found)
})
