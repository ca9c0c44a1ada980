import { beforeEach, describe, expect, test } from 'vitest'

import { mergeLinked } from '#server/directory/merge.ts'
import { getVehicle } from '#server/history/details.ts'
import { deleteKayit, getKayit, restoreKayit } from '#server/kayit/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { answeredQuotes, quoteSendingOf } from '#server/share/quote-state.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { messages } from '#shared/messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { addMore, answerMore, askMore, visit } from '#tests/support/rows/extra-work.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { storedMemory } from '#tests/support/rows/items.ts'
import { list, save } from '#tests/support/rows/kayit.ts'
import { APPROVED, quote, QUOTED } from '#tests/support/rows/quote.ts'
import { expectRefusal, outcomeOf } from '#tests/support/rows/refusal.ts'
import { share } from '#tests/support/rows/share.ts'
import { quoteAgain } from '#tests/support/rows/stages.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()
const SOME = { ...APPROVED, is: ['0', '2'], tutar: '360000' }
const DISCOUNT = { islem_adi: 'İskonto', islem_adet: 1, fiyat_kurus: -20_000, kind: 'discount' as const }

let owner: Awaited<ReturnType<typeof buildUser>>
let ctx: UserCtx
let open: number
beforeEach(async () => {
  owner = await buildUser(db)
  ctx = userCtx(db, owner)
  open = await visit(ctx)
})

const namesOf = async (kayit_id: number) =>
  (await getKayit(ctx, { kayit_id })).islemler.map(({ islem_adi }) => islem_adi)
const stateOf = async (kayit_id = open) => quoteSendingOf(ctx, { kayit_id })
const setVisit = (info: object) => save(ctx, { id: open, info })

describe('accepted work that is added', () => {
  test('stands behind the visit’s, counts in all totals, and is in both histories', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked, SOME)
    const { version } = await getKayit(ctx, { kayit_id: open })
    const added = await addMore(ctx, asked)
    expect(added).toMatchObject({ version: version + 1, kayit: { id: open } })
    expect(added.islemler).toMatchObject([
      { islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 10_005 },
      { islem_adi: 'Ön fren balatası', islem_adet: 2, fiyat_kurus: 120_000 },
      { islem_adi: 'Rot balans', islem_adet: 1, fiyat_kurus: 120_000 },
    ])
    expect((await list(ctx)).items).toMatchObject([{ kayit_id: open, toplam_kurus: 20_010 + 360_000 }])
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
    const names = (await storedMemory(db, ctx.actor.shop)).map(({ name }) => name)
    expect(names).toContain('Rot balans')
    expect(names).not.toContain('İşçilik')
    const log = (await changesIn(db, ctx.actor.shop)).slice(-2)
    expect(log.map(({ verb, target_id }) => ({ verb, target_id }))).toEqual([
      { verb: 'add', target_id: asked },
      { verb: 'update', target_id: open },
    ])
    expect(await answeredQuotes(ctx)).toEqual([])
    expect((await list(ctx, { stage: 'quote' })).items).toEqual([])
    expect((await getVehicle(ctx, { id: (await linksOf(open)).vehicle_id ?? 0 })).upcoming).toEqual([])
  })

  test('is added once; the quote is closed for changes, sending and a second visit', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    await addMore(ctx, asked)
    await expectRefusal(addMore(ctx, asked), { code: 'CONFLICT', message: stageMessages.alreadyAdded })
    await expectRefusal(save(ctx, { id: asked, info: { aciklama: 'x' } }), {
      code: 'CONFLICT',
      message: stageMessages.extraAdded,
    })
    expect(await outcomeOf(() => share(ctx, { kayit_id: asked }))).toBe(stageMessages.extraAdded)
    expect(await namesOf(open)).toHaveLength(4)
  })

  test('is that of the answered version, although the quote has changed since', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked, SOME)
    await save(ctx, { id: asked, info: {}, islemler: [{ islem_adi: 'Rot', islem_adet: 1, fiyat_kurus: 1 }] })
    await addMore(ctx, asked)
    expect(await namesOf(open)).toEqual(['Yağ', 'Ön fren balatası', 'Rot balans'])
  })

  test('is none while a newer version waits for its answer', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    await save(ctx, { id: asked, info: {}, quote_valid_until: '2026-12-24' })
    await share(ctx, { kayit_id: asked })
    expect(await outcomeOf(() => addMore(ctx, asked))).toBe(stageMessages.notApproved)
  })

  test('raises the discount of its visit', async () => {
    await save(ctx, {
      id: open,
      info: {},
      islemler: [
        { islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 10_005 },
        { ...DISCOUNT, fiyat_kurus: -5 },
      ],
    })
    const asked = await askMore(ctx, open, [...QUOTED.islemler, DISCOUNT])
    await answerMore(ctx, asked, { ...APPROVED, tutar: '400000' })
    const { islemler } = await addMore(ctx, asked)
    expect(islemler).toHaveLength(5)
    expect(islemler.at(-1)).toMatchObject({ kind: 'discount', fiyat_kurus: -20_005 })
    expect((await list(ctx)).items).toMatchObject([{ toplam_kurus: 20_005 + 400_000 }])
  })

  test('brings its discount to a visit without one', async () => {
    const asked = await askMore(ctx, open, [...QUOTED.islemler, DISCOUNT])
    await answerMore(ctx, asked, { ...APPROVED, tutar: '400000' })
    expect((await addMore(ctx, asked)).islemler.at(-1)).toMatchObject({
      kind: 'discount',
      fiyat_kurus: -20_000,
    })
  })

  test('needs an open and living visit', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    await setVisit({ durum: 'Tamamlandı' })
    expect(await outcomeOf(() => addMore(ctx, asked))).toBe(stageMessages.visitClosed)
    expect((await stateOf()).extra).toMatchObject([{ state: 'approved', can_add: false }])
    await setVisit({ durum: 'Devam Ediyor', cikis_tarihi: null })
    await deleteKayit(ctx, { kayit_id: open })
    expect(await outcomeOf(() => addMore(ctx, asked))).toBe(stageMessages.visitGone)
    expect((await stateOf(asked)).visit).toEqual({ kayit_id: open, name: null })
    await restoreKayit(ctx, { kayit_id: open })
    await addMore(ctx, asked)
    expect(await namesOf(open)).toHaveLength(4)
  })

  test('needs a visit that is no quote again', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    const { version } = await getKayit(ctx, { kayit_id: open })
    await quoteAgain(ctx, open, version)
    expect(await outcomeOf(() => addMore(ctx, asked))).toBe(stageMessages.visitClosed)
  })

  test('follows its visit to the customer that it was merged into', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    const other = await visit(ctx, { info: { musteri_adi_soyadi: 'Bora Kaya', plaka: '06 BK 1' } })
    const [from, into] = [await customerOf(ctx, open), await customerOf(ctx, other)]
    await mergeLinked(ctx, 'customer', { id: from, into })
    await addMore(ctx, asked)
    expect(await namesOf(open)).toHaveLength(4)
  })

  test('is not known any more after an erasure of the customer', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    await eraseCustomer(ctx, { id: await customerOf(ctx, open), reason: 'request' })
    expect(await outcomeOf(() => addMore(ctx, asked))).toBe(stageMessages.notApproved)
    expect((await stateOf()).extra).toMatchObject([{ state: 'approved', can_add: false }])
  })

  test('is refused beyond the most items of a record', async () => {
    const islemler = Array.from({ length: 999 }, () => ({ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 1 }))
    await save(ctx, { id: open, info: {}, islemler })
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    expect(await outcomeOf(() => addMore(ctx, asked))).toBe(messages.tooManyItems)
  })

  test('stays approved in the visit when its quote is deleted', async () => {
    const asked = await askMore(ctx, open)
    await answerMore(ctx, asked)
    await addMore(ctx, asked)
    await deleteKayit(ctx, { kayit_id: asked })
    expect(await stateOf()).toMatchObject({ extra: [], approved: { total_kurus: 420_000 } })
  })

  test('is refused for an ordinary quote', async () => {
    expect(await outcomeOf(async () => addMore(ctx, await quote(ctx)))).toBe(stageMessages.notExtra)
  })
})

const linksOf = (id: number) =>
  db.selectFrom('kayit').where('id', '=', id).select('vehicle_id').executeTakeFirstOrThrow()
