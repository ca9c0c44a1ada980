import { expect, test } from 'vitest'

import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { outcomeOf } from '#tests/support/rows/refusal.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()

const CALLS = 10
const item = { islem_adi: 'Balata', islem_adet: 1, fiyat_kurus: 50_000 }

async function quoteShop() {
  const user = await buildUser(db)
  const page = pageClient(db, user)
  const info = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123' }
  const { kayit, version } = await page.kayit.save({ stage: 'quote', info, islemler: [item] })
  const arrivals = async () =>
    (await changesIn(db, user.id)).filter(
      ({ verb, target_id }) => verb === 'arrive' && target_id === kayit.id,
    )
  return { user, page, id: kayit.id, version, arrivals }
}

test.each([
  ['with a key each', (index: number) => `cevir-${index}-0000`],
  ['with one key', () => 'cevir-bir-0000'],
])('of ten calls at once %s one makes the quote a visit', async (name, keyOf) => {
  const { user, page, id, version, arrivals } = await quoteShop()
  const outcomes = await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      outcomeOf(
        async () => (await page.kayit.becomeVisit({ id, version, info: {}, key: keyOf(index) })).version,
      ),
    ),
  )
  const done = outcomes.filter((outcome) => outcome === version + 1)
  const refused = outcomes.filter((outcome) => outcome === stageMessages.alreadyVisit)
  expect(done).toHaveLength(name === 'with one key' ? CALLS : 1)
  expect(done.length + refused.length).toBe(CALLS)
  expect(await arrivals()).toHaveLength(1)
  expect(await page.kayit.list({})).toMatchObject({ total: 1, toplam_kurus: 50_000 })
  expect(await storedTotals(db, user.id)).toEqual(await countedTotals(db, user.id))
})

test('a quote that is deleted while it becomes a visit counts exactly if it is there', async () => {
  const { user, page, id, version } = await quoteShop()
  const outcomes = await Promise.all([
    outcomeOf(async () => (await page.kayit.becomeVisit({ id, version, info: {} })).version),
    outcomeOf(async () => (await page.kayit.delete({ kayit_id: id })) ?? 'deleted'),
  ])
  expect(outcomes).toContain('deleted')
  expect(await page.kayit.list({})).toMatchObject({ total: 0 })
  expect(await storedTotals(db, user.id)).toEqual(await countedTotals(db, user.id))
})
