import { expect, test } from 'vitest'

import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { build, save } from '#tests/support/rows/kayit.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { getStats } from '#server/stats/operations.ts'

const db = await testDatabase()

const items = (fiyat_kurus: number) => [{ islem_adi: 'Balata', islem_adet: 1, fiyat_kurus }]
const rounds = Array.from({ length: 12 }, (_, index) => index)

/** Returns the stored version, or the code of the refusal. */
const outcome = (sent: ReturnType<typeof save>): Promise<unknown> =>
  sent.then(
    ({ version }) => version,
    (error: { code?: unknown }) => error.code ?? error,
  )

test.each(rounds)('a change is stored once beside its retry and another change, round %i', async (round) => {
  const ctx = userCtx(db, await buildUser(db))
  const { kayit, version } = await build(ctx, {}, items(100_00))
  const { id } = kayit
  const change = () => save(ctx, { id, version, info: {}, islemler: items(200_00), key: 'ilk-deneme' })
  const other = () => save(ctx, { id, version, info: {}, islemler: items(300_00), key: 'baska-istek' })
  const sent = [change, change, other]
  const started = [...sent.slice(round % 3), ...sent.slice(0, round % 3)].map((send) => ({
    send,
    done: outcome(send()),
  }))
  const outcomes = await Promise.all(
    started.map(async ({ send, done }) => [send === other, await done] as const),
  )

  const ofRetried = outcomes.filter(([isOther]) => !isOther).map(([, result]) => result)
  const ofOther = outcomes.filter(([isOther]) => isOther).map(([, result]) => result)
  const isOtherStored = ofOther[0] === version + 1
  expect([ofRetried, ofOther]).toEqual(
    isOtherStored ? [['CONFLICT', 'CONFLICT'], [version + 1]] : [[version + 1, version + 1], ['CONFLICT']],
  )

  const price = isOtherStored ? 300_00 : 200_00
  const stored = await getKayit(ctx, { kayit_id: id })
  expect([stored.version, stored.islemler.map((item) => item.fiyat_kurus)]).toEqual([version + 1, [price]])
  expect((await getStats(ctx, {})).toplam_gelir_kurus).toBe(price)
  const changes = await db
    .selectFrom('change')
    .where('shop_id', '=', ctx.actor.shop)
    .where('target_id', '=', id)
    .where('verb', '=', 'update')
    .select('id')
    .execute()
  expect(changes).toHaveLength(1)
})
