import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { recountTotals } from '#server/stats/recount.ts'
import { testDatabase } from '#tests/support/database.ts'
import { spend } from '#tests/support/expense.ts'
import { buildUser, userCtx } from '#tests/support/factories.ts'
import { save } from '#tests/support/kayit.ts'
import { countedTotals, storedTotals } from '#tests/support/stats.ts'

const db = await testDatabase()

/** Those of a rebuild of one month; more where a save has begun another before. */
const STATEMENTS = 14

test('saves between the statements of a rebuild are counted, whenever they begin', async () => {
  let undisturbed = 0
  for (let first = 1; first <= STATEMENTS + 1; first++) {
    const ctx = userCtx(db, await buildUser(db))
    await save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: [{ islem_adi: 'Yağ' }] })
    await db.deleteFrom('month_totals').where('user_id', '=', ctx.actor.shop).execute()

    let statements = 0
    const waiting: Promise<unknown>[] = []
    const interrupted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        if (statements < first) return result
        waiting.push(save(ctx, { info: { giris_tarihi: '2026-11-15' } }))
        const inNewMonth = spend(ctx, { spend_date: '2026-12-15' })
        waiting.push(inNewMonth)
        // It waits for the rebuild where that has locked the month, and only there.
        await Promise.race([inNewMonth, sleep(100)])
        return result
      },
    })
    await recountTotals(interrupted, ctx.actor.shop)
    await Promise.all(waiting)
    undisturbed = statements
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
  }
  expect(undisturbed).toBe(STATEMENTS)
})
