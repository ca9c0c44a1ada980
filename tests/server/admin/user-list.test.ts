import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { pageOfUsers } from '#server/admin/operations.ts'
import { USER_SORTS, type UserSort, type User } from '#shared/admin/schema.ts'
import { storeUser, userPage } from '#tests/support/rows/admin.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

test('the server searches, sorts and pages the stored users, newest first by default', async () => {
  const ctx = userCtx(db, await buildUser(db, { auth: 3, username: 'yonetici', email: 'y@ornek.test' }))
  for (const [username, company_name] of [
    ['cem', 'Çınar Oto'],
    ['ilker', 'Isparta Kaporta'],
    ['isil', 'İnci Motor'],
  ])
    await storeUser(ctx, { username, company_name, email: `${username}@ornek.test` })
  const names = async (query: Parameters<typeof userPage>[1]) => {
    const { items, total } = await userPage(ctx, query)
    return { names: items.map(({ username }) => username), total }
  }
  expect(await names({})).toEqual({ names: ['isil', 'ilker', 'cem', 'yonetici'], total: 4 })
  expect(await names({ q: 'ISPARTA' })).toEqual({ names: ['ilker'], total: 1 })
  expect(await names({ q: 'isparta' })).toEqual({ names: [], total: 0 })
  expect(await names({ q: 'INCI' })).toEqual({ names: [], total: 0 })
  expect(await names({ q: 'İLKER' })).toEqual({ names: ['ilker'], total: 1 })
  expect(await names({ q: 'ILKER' })).toEqual({ names: ['ilker'], total: 1 })
  expect(await names({ q: '%' })).toEqual({ names: [], total: 0 })
  expect((await names({ sort: 'company_name', dir: 'asc' })).names).toEqual([
    'yonetici',
    'cem',
    'ilker',
    'isil',
  ])
  expect(await names({ page: 2, size: 10 })).toEqual({ names: [], total: 4 })
})

const LETTERS = Array.from('aAıIiİçÇğşsüz09 .@')
const text = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 5 })
const users = fc
  .array(
    fc.record({
      username: text,
      email: text,
      name_surname: text,
      company_name: text,
      license_type: fc.constantFrom('', 'Pro', 'Basic'),
      license_end_date: fc.constantFrom(null, '2025-12-31', '2027-01-01'),
      auth: fc.constantFrom(0, 3),
    }),
    { maxLength: 40 },
  )
  .map((rows) => rows.map((row, index): User => ({ ...ROW, ...row, id: index + 1 })))
const ROW = { company_tel: '', company_adress: '', company_logo: '', version: 1 }
const query = fc.record({
  q: text,
  sort: fc.constantFrom(...USER_SORTS),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
  page: fc.integer({ min: 1, max: 4 }),
})

/* oxlint-disable no-restricted-properties -- the reference may not use what it checks. */
const form = (value: string) => value.toLocaleLowerCase('tr').replace(/\s+/g, ' ').trim()
const account = (value: string) => form(value).replaceAll('ı', 'i')
const collator = new Intl.Collator('tr', { sensitivity: 'base' })

function isHit(user: User, q: string): boolean {
  const texts = [user.username, user.email, user.name_surname, user.company_name]
  return (
    texts.some((value) => form(value).includes(form(q))) ||
    texts.slice(0, 2).some((value) => account(value).includes(account(q)))
  )
}

function compare(a: User, b: User, sort: UserSort): number {
  const [left, right] = [a[sort] ?? '', b[sort] ?? '']
  if (typeof left === 'number' || typeof right === 'number') return Number(left) - Number(right)
  if (sort === 'license_end_date') return left < right ? -1 : Number(left > right)
  return collator.compare(left, right)
}

test('the pages of users agree with a reference model', () => {
  fc.assert(
    fc.property(users, query, (rows, asked) => {
      const sign = asked.dir === 'asc' ? 1 : -1
      const found = rows.filter((user) => isHit(user, asked.q))
      found.sort((a, b) => sign * (compare(a, b, asked.sort) || a.id - b.id))
      const { items, total } = pageOfUsers(rows, { ...asked, size: 10 })
      const ids = found.slice((asked.page - 1) * 10, asked.page * 10).map(({ id }) => id)
      expect({ ids: items.map(({ id }) => id), total }).toEqual({ ids, total: found.length })
    }),
    { numRuns: 300 },
  )
})
