import { expect, test } from 'vitest'

import { restore } from '#server/platform/backup/restore.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { eraseAgain } from '#server/commands/jobs/erase-again.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { backedUp, inPieces, withDatabase } from '#tests/support/database/backup.ts'
import { testDatabases } from '#tests/support/database/database.ts'
import { dumpOf, hitsOf } from '#tests/support/database/dump.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'

const databases = testDatabases()

const [PHONE_1, PHONE_2] = ['0532 111 00 01', '0532 111 00 02']
const record = (musteri_tel: string, plaka: string) => ({
  info: { musteri_adi_soyadi: 'Silinecekkanarya Ada', musteri_tel, plaka },
})
const WORDS = [
  'Silinecekkanarya',
  'SILINECEKKANARYA',
  'silinecekkanarya',
  '5321110002',
  '34 ABC 201',
  '34ABC201',
]

type Two = { first: number; second: number }

/** Backs up two records of two customers; `change` joins the customers, who are then erased. */
async function restoredAfter(change: (ctx: UserCtx, two: Two) => Promise<unknown>, others: string[] = []) {
  const target = await databases.migrated()
  const { ctxOf, two } = await withDatabase(target, async (db) => {
    await buildUser(db, { auth: AUTH_ADMIN })
    const user = await buildUser(db)
    const of = (one: typeof db) => userCtx(one, user, { now: new Date() })
    const { id: first } = await save(of(db), record(PHONE_1, '34 ABC 201'))
    const { id: second } = await save(of(db), record(PHONE_2, '34 ABC 202'))
    for (const plaka of others) await save(of(db), record(PHONE_1, plaka))
    return { ctxOf: of, two: { first, second } }
  })
  const earlier = await backedUp(target)
  await withDatabase(target, async (db) => {
    const ctx = ctxOf(db)
    await change(ctx, two)
    const { customer_id } = await linksOf(db, two.first)
    expect(await linksOf(db, two.second)).toMatchObject({ customer_id })
    const session = { ...ctx.actor.session, confirmedAt: ctx.now }
    const confirmed = { ...ctx, actor: { ...ctx.actor, session } }
    expect(await eraseCustomer(confirmed, { id: customer_id, reason: 'request' })).toMatchObject({
      records: 2,
    })
  })
  const newer = await backedUp(target)
  const fresh = await databases.empty()
  await restore(fresh, inPieces(earlier), { registers: inPieces(newer), eraseAgain })
  const textsOf = (on: typeof target) =>
    withDatabase(on, (db) =>
      db.selectFrom('kayit').select(['musteri_adi_soyadi', 'musteri_tel', 'plaka']).orderBy('id').execute(),
    )
  return {
    hits: hitsOf(await withDatabase(fresh, dumpOf), [...WORDS, '5321110001']),
    records: await textsOf(fresh),
    before: await textsOf(target),
  }
}

test.each([
  ['the first', (ctx: UserCtx, { first }: Two) => save(ctx, { id: first, info: { musteri_tel: PHONE_2 } })],
  [
    'the second',
    (ctx: UserCtx, { second }: Two) => save(ctx, { id: second, info: { musteri_tel: PHONE_1 } }),
  ],
])(
  '%s of two records that got one customer after the backup is erased again with the other',
  async (_which, change) => {
    const { hits, records, before } = await restoredAfter(change)
    expect(hits).toEqual({})
    expect(records).toEqual(before)
  },
)

test('a record that moved to an erased customer is erased again alone, with its car', async () => {
  const change = (ctx: UserCtx, { first }: Two) => save(ctx, { id: first, info: { musteri_tel: PHONE_2 } })
  const { hits, records, before } = await restoredAfter(change, ['34 ABC 203'])
  expect(records).toEqual(before)
  expect(records.map(({ musteri_tel }) => musteri_tel)).toEqual(['', '', PHONE_1])
  // The remaining customer has the name and the phone.
  expect(hits).toMatchObject({ kayit: 1, customer: 1 })
  expect(hits['vehicle']).toBeUndefined()
})
