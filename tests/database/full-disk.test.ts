import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { messages } from '#shared/messages.ts'
import { requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

/** The database only reports a full disk here; tests/faults/full-disk.test.ts fills a real one. */
test('a save that finds the disk full is refused with 503 on both transports, and succeeds once there is space', async () => {
  const session = { 'session-id': await startSession(db, await buildUser(db), { kind: 'legacy' }) }
  const { post } = requests(testApp(db))
  const info = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123' }
  const saves = () =>
    Promise.all(['/api/submitKayit.php', `${TRPC}/kayit.save`].map((path) => post(path, { info }, session)))

  await sql`
    create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$
  `.execute(db)
  await sql`create trigger full_disk before insert on kayit execute function full_disk()`.execute(db)
  for (const { status, headers, text } of await saves()) {
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(text).toContain(messages.unavailable)
  }
  await sql`drop trigger full_disk on kayit`.execute(db)
  expect((await saves()).map(({ status }) => status)).toEqual([200, 200])
})
