import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { startSession } from '#tests/support/rows/auth.ts'
import { databaseUrl, open, testDatabaseTarget, waitersIn } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { launchMain } from '#tests/support/panel/main-process.ts'

const target = await testDatabaseTarget()
const db = open(target)
afterAll(() => db.destroy())

test('the server stops within ten seconds despite a hanging housekeeping and a full queue of documents', async () => {
  const user = await buildUser(db)
  const islemler = Array.from({ length: 1_000 }, (_, index) => ({
    islem_adi: `${index} ${'Triger seti ve devirdaim pompası değişimi '.repeat(4)}`,
    islem_adet: 1,
    fiyat_kurus: 1_000,
  }))
  const { id } = await save(userCtx(db, user), { islemler })
  const token = await startSession(db, user, { kind: 'legacy', now: new Date() })

  const { child, output, ended, ready } = launchMain({ DATABASE_URL: databaseUrl(target), LOG_LEVEL: 'warn' })
  await db.transaction().execute(async (trx) => {
    // A busy machine may need longer than the time for which a transaction may be idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await sql`lock table idempotency_keys in access exclusive mode`.execute(trx)
    const address = await ready()
    const documents = Array.from({ length: 60 }, () =>
      fetch(new URL(`/api/createPdf.php?id=${id}`, address), { headers: { 'session-id': token } }).then(
        ({ status }) => status,
        () => 'cut',
      ),
    )
    // Requests beyond the queue are refused at once, so the first refusal shows that it is full.
    expect(await Promise.race(documents)).toBe(503)
    // The housekeeping waits for the lock.
    await expect.poll(() => waitersIn(db)).toBe(1)
    const started = Date.now()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(Date.now() - started).toBeLessThan(10_000)
    expect(new Set(await Promise.all(documents))).toContain('cut')
  })
  expect(output.err).toContain('"step":"idempotency keys"')
  expect(output.err).toContain('requests that had not ended were cut')
})
