import { expect, test } from 'vitest'

import { deleteUser, listAllUsers } from '#server/admin/operations.ts'
import { AppError } from '#shared/errors.ts'
import { storeUser } from '#tests/support/rows/admin.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const admin = async () => userCtx(db, await buildUser(db, { auth: 3 }))

/** Returns the messages of the refused calls; any other failure is thrown. */
function refusals(outcomes: PromiseSettledResult<unknown>[]): string[] {
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return []
    if (outcome.reason instanceof AppError) return [outcome.reason.message]
    throw outcome.reason
  })
}

test('only one of several users created at once with the same name is stored', async () => {
  const ctx = await admin()
  for (let round = 0; round < 5; round++) {
    const names = [`yarış${round}`, `YARIŞ${round}`, `yariş${round}`, `YARİŞ${round}`]
    const outcomes = await Promise.allSettled(names.map((username) => storeUser(ctx, { username })))
    expect(refusals(outcomes)).toEqual(Array(3).fill('Bu kullanıcı adı kullanılıyor.'))
  }
})

test('only one of several users created at once with the same e-mail is stored, and only one of two renamed alike', async () => {
  const ctx = await admin()
  const email = 'ayni@ornek.test'
  const made = await Promise.allSettled([storeUser(ctx, { email }), storeUser(ctx, { email })])
  expect(refusals(made)).toEqual(['Bu e-posta kullanılıyor.'])
  const [one, two] = [await storeUser(ctx), await storeUser(ctx)]
  const renamed = await Promise.allSettled(
    [one, two].map(({ id }) => storeUser(ctx, { id, username: 'ortak-ad' })),
  )
  expect(refusals(renamed)).toEqual(['Bu kullanıcı adı kullanılıyor.'])
})

test('a key that is sent twice at once creates one user', async () => {
  const ctx = await admin()
  const body = { username: 'cift', email: 'cift@ornek.test', key: 'cift-tiklama' }
  const [first, second] = await Promise.all([storeUser(ctx, body), storeUser(ctx, body)])
  expect(first.id).toBe(second.id)
})

test('administrators who demote or delete each other at once always leave one administrator', async () => {
  for (let round = 0; round < 8; round++) {
    const [one, two] = [await admin(), await admin()]
    const [from, to] = round % 2 === 0 ? [one, two] : [two, one]
    const outcomes = await Promise.allSettled([
      storeUser(from, { id: to.actor.shop, auth: 0 }),
      round < 4 ? storeUser(to, { id: from.actor.shop, auth: 0 }) : deleteUser(to, { id: from.actor.shop }),
    ])
    const [message] = refusals(outcomes)
    expect(['Bu işlem için yetkiniz yok.', 'Kullanıcı bulunamadı.']).toContain(message)
    expect(refusals(outcomes)).toHaveLength(1)
    const left = (await listAllUsers(one)).filter(({ id }) => [one.actor.shop, two.actor.shop].includes(id))
    expect(left.filter(({ auth }) => auth === 3)).toHaveLength(1)
  }
})
