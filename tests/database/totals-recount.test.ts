import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, expect, test } from 'vitest'

import { MAINTENANCE_LIMITS } from '#server/platform/db/limits.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { backendOf, isBlocked, open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { storedMemory } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const target = await testDatabaseTarget()
const db = open(target)
/** A socket whose waits can be observed, and another to observe with, because the others may all be waiting. */
const ONE = { ...MAINTENANCE_LIMITS, connections: 1 }
// One connection in use, because a pool has twice as many sockets.
const saver = open({ ...target, max: 1 }, ONE)
const observer = open(target, ONE)
afterAll(() => Promise.all([db, saver, observer].map((one) => one.destroy())))

/** Waits until the connection waits for a lock. */
async function untilBlocked(backend: number): Promise<void> {
  while (!(await isBlocked(observer, backend))) await sleep(5)
}

/** The statements of a rebuild of one month; there are more once a save has started another month. */
const STATEMENTS = 23

test('a rebuild counts saves between its statements, whenever they begin', async () => {
  let undisturbed = 0
  const backend = await backendOf(saver)
  for (let first = 1; first <= STATEMENTS + 1; first++) {
    const ctx = userCtx(db, await buildUser(db))
    await save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: [{ islem_adi: 'Yağ' }] })
    await db.deleteFrom('status_totals').where('shop_id', '=', ctx.actor.shop).execute()

    let statements = 0
    const waiting: Promise<unknown>[] = []
    const interrupted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        if (statements < first) return result
        waiting.push(
          save(ctx, {
            info: { giris_tarihi: '2026-11-15' },
            islemler: [{ islem_adi: 'Yağ' }, { islem_adi: 'Bal' }],
          }),
        )
        const other = { ...ctx, db: saver }
        const inNewMonth: Promise<unknown> =
          first % 2 === 0
            ? spend(other, { spend_date: '2026-12-15' })
            : save(other, { info: { giris_tarihi: '2026-12-15' } })
        waiting.push(inNewMonth)
        // The save waits for the rebuild exactly while the rebuild has locked the month.
        await Promise.race([inNewMonth, untilBlocked(backend)])
        return result
      },
    })
    await recountTotals(interrupted, ctx.actor.shop)
    await Promise.all(waiting)
    undisturbed = statements
    expect(await storedTotals(db, ctx.actor.shop)).toEqual(await countedTotals(db, ctx.actor.shop))
    const saves = waiting.length / 2
    const uses = (await storedMemory(db, ctx.actor.shop)).map((row) => [row.name, row.uses])
    expect(uses).toEqual([...(saves === 0 ? [] : [['Bal', saves]]), ['Yağ', saves + 1]])
  }
  expect(undisturbed).toBe(STATEMENTS)
})
