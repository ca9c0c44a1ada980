import { expect, test } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { report } from '#tests/support/clients/report.ts'

const target = await testDatabaseTarget()
const ROUNDS = 500

test('exactly one of two editors of one record wins each of 500 rounds, and nothing of the other is stored', async () => {
  const db = open(target)
  const ctx = userCtx(db, await buildUser(db))
  let { id, version } = await save(ctx)
  const lost: number[] = []
  const seen = { wins: 0, conflicts: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const change = (editor: string) => {
      const name = `${editor} ${round}`
      const islemler = [
        { islem_adi: `${name} a`, islem_adet: 1, fiyat_kurus: 100 },
        { islem_adi: `${name} b`, islem_adet: 2, fiyat_kurus: 250 },
      ]
      return save(ctx, { id, version, info: { musteri_adi_soyadi: name }, islemler })
    }
    const outcomes = await Promise.allSettled([change('Birinci'), change('İkinci')])
    const winner = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const refused = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [Reflect.get(one.reason, 'code')] : [],
    )
    seen.wins += winner.length
    seen.conflicts += refused.filter((code) => code === 'CONFLICT').length
    const stored = await getKayit(ctx, { kayit_id: id })
    const name = winner[0]?.kayit.musteri_adi_soyadi
    const items = stored.islemler.map(({ islem_adi }) => islem_adi)
    const isWhole = stored.kayit.musteri_adi_soyadi === name && items.join() === `${name} a,${name} b`
    if (!isWhole) lost.push(round)
    version = stored.version
  }
  await db.destroy()
  report('two editors', { rounds: ROUNDS, ...seen, 'rounds with a mixed or lost record': lost.length })
  expect({ ...seen, lost }).toEqual({ wins: ROUNDS, conflicts: ROUNDS, lost: [] })
})
