import { describe, expect, test } from 'vitest'

import { kept } from '#server/db/kept.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildUser } from '#tests/support/factories.ts'

const db = await testDatabase()

let builds = 0
const userOf = kept((db, { id }: { id: number }, { byName }: { byName: boolean }) => {
  builds += 1
  const users = db.selectFrom('users').where('id', '=', id)
  return byName ? users.select('username as found') : users.select('email as found')
})

describe('a kept statement', () => {
  test('is built once for each shape, and takes its values anew', async () => {
    const [ayse, ali] = [await buildUser(db), await buildUser(db)]
    builds = 0
    expect(await userOf(db, { id: ayse.id }, { byName: true })).toEqual([{ found: ayse.username }])
    expect(await userOf(db, { id: ali.id }, { byName: true })).toEqual([{ found: ali.username }])
    const [{ found } = {}] = await userOf(db, { id: ali.id }, { byName: false })
    expect(found).toContain('@')
    expect(await userOf(db, { id: 0 }, { byName: false })).toEqual([])
    expect(builds).toBe(2)
  })

  test('cannot depend on a value', async () => {
    const greedy = kept((db, { id }: { id: number }) =>
      db
        .selectFrom('users')
        .select('id')
        .where('id', '=', id + 1),
    )
    await expect(greedy(db, { id: 1 })).rejects.toThrow('before the value of "id" is known')
  })

  test('is built anew for a database with a plugin, which must see it', async () => {
    const seen: string[] = []
    const watched = db.withPlugin({
      transformQuery: ({ node }) => (seen.push(node.kind), node),
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const user = await buildUser(db)
    expect(await userOf(watched, { id: user.id }, { byName: true })).toEqual([{ found: user.username }])
    expect(seen).toEqual(['SelectQueryNode'])
  })
})
