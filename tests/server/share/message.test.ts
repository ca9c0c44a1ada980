import { beforeEach, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { getMessageTexts, saveMessageTexts } from '#server/settings/message-texts.ts'
import { listShares, mailShare } from '#server/share/operations.ts'
import { accountShop, visit } from '#tests/support/rows/accounts.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'
import { mailedShare } from '#tests/support/rows/share.ts'

const db = await testDatabase()

let ctx: UserCtx
let record: number
let customer: number
beforeEach(async () => {
  ;({ ctx } = await accountShop(db))
  await db.updateTable('shops').set({ company_name: 'Işık Oto' }).where('id', '=', ctx.actor.shop).execute()
  ;({ kayit_id: record, customer_id: customer } = await visit(ctx, { name: 'Ayşe Işık' }))
})

const messageOf = async (kind: 'record' | 'vehicle' | 'statement', id: number) =>
  (await listShares(ctx, { kind, id })).message.join('…')

test('the message of each kind names the shop, and car, customer or day', async () => {
  const { vehicle_id } = await linksOf(db, record)
  await saveMessageTexts(ctx, { vehicle: '{ad}, {plaka}: {baglanti}' })
  expect(await messageOf('record', record)).toBe('Işık Oto: 34 AYS 34 plakalı aracınızın servis fişi\n…')
  expect(await messageOf('vehicle', vehicle_id)).toBe('Ayşe Işık, 34 AYS 34: …')
  expect(await messageOf('statement', customer)).toBe('Işık Oto: 21.11.2026 tarihli hesap ekstreniz\n…')
  const quote = await save(ctx, { stage: 'quote', info: { plaka: '' } })
  expect(await messageOf('record', quote.id)).toContain('aracınız için teklifimiz')
})

test('the shop’s text reaches the message and the e-mail, until it is emptied', async () => {
  await saveMessageTexts(ctx, { record: 'Sayın {ad}, fişiniz:\n{baglanti}\n{firma}', quote: '{baglanti}' })
  expect(await messageOf('record', record)).toBe('Sayın Ayşe Işık, fişiniz:\n…\nIşık Oto')
  const sent = mailedShare(record, ctx.actor.shop)
  await mailShare(ctx, sent)
  const { body } = await db
    .selectFrom('mail')
    .where('shop_id', '=', ctx.actor.shop)
    .select('body')
    .executeTakeFirstOrThrow()
  expect(body).toMatch(
    /^Sayın Ayşe Işık, fişiniz:\nhttps:\/\/panel\.ornek\.test\/oto-servis\/p\/.{32}\nIşık Oto\n\n/,
  )
  await saveMessageTexts(ctx, { record: '' })
  expect(await messageOf('record', record)).toContain('servis fişi')
  expect(await getMessageTexts(ctx)).toEqual({
    record: '',
    quote: '{baglanti}',
    statement: '',
    vehicle: '',
    reminder: '',
    appointment: '',
    day_before: '',
    car_reminder: '',
    reply_to: '',
    can_mail: true,
  })
})

test('a change of the texts is recorded once, and is the shop’s own', async () => {
  for (let call = 0; call < 2; call += 1) await saveMessageTexts(ctx, { quote: 'Teklif: {baglanti}' })
  const entries = (await changesIn(db, ctx.actor.shop)).filter(({ noun }) => noun === 'settings')
  expect(entries.filter(({ detail }) => JSON.stringify(detail).includes('quote_text'))).toHaveLength(1)
  const other = userCtx(db, await buildUser(db))
  expect((await getMessageTexts(other)).quote).toBe('')
})
