import { expect, test } from 'vitest'

import { legacyClient, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { copyRow, save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const app = testApp(db)

async function shop() {
  const user = await buildUser(db)
  return { ctx: userCtx(db, user), ...legacyClient(app, db, user) }
}

const idsOf = (items: unknown, name: string) =>
  (items as Record<string, number>[]).map((item) => item[name] ?? 0)

test('a list of records in several batches is one JSON text in one order', async () => {
  const { ctx, get } = await shop()
  const { id } = await save(ctx)
  await copyRow(ctx, id, { count: 430, change: (number) => ({ plaka: `34 K ${number}` }) })
  const listed = await get('getKayitlar.php')
  expect(listed.headers.get('content-type')).toBe('application/json')
  expect(listed.text).toBe(JSON.stringify(listed.body))
  const ids = idsOf(listed.body['records'], 'kayit_id')
  expect(ids).toHaveLength(431)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})

test('a list of expenses in several batches is one JSON text in one order', async () => {
  const { ctx, get } = await shop()
  for (let day = 1; day <= 210; day++)
    await spend(ctx, {
      title: `Gider ${day}`,
      spend_date: `2026-01-${String(1 + (day % 28)).padStart(2, '0')}`,
    })
  const listed = await get('expenses.php')
  expect(listed.text).toBe(JSON.stringify(listed.body))
  const { items } = listed.body['data'] as { items: { spend_date: string }[] }
  expect(new Set(idsOf(items, 'id')).size).toBe(210)
  const days = items.map(({ spend_date }) => spend_date)
  expect(days).toEqual(days.toSorted().toReversed())
})

test('an empty list is written like a full one', async () => {
  const { get } = await shop()
  expect((await get('getKayitlar.php')).text).toBe('{"success":true,"records":[]}')
  expect((await get('expenses.php')).text).toBe('{"success":true,"data":{"items":[]}}')
})
