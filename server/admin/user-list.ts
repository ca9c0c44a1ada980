import { compare } from '#server/platform/lib/compare.ts'
import type { User, UserListInput, UserPage, UserSort } from '#shared/admin/schema.ts'
import { foldName, foldUserName, sortKey } from '#shared/turkish.ts'

/**
 * One page of users. An installation has hundreds of them, so they are searched and sorted here; search columns
 * would have to be updated by every write to an account (docs/database.md).
 */
export function pageOfUsers(users: readonly User[], input: UserListInput): UserPage {
  const found = users.filter(isHit(input.q))
  const sign = input.dir === 'asc' ? 1 : -1
  const keyed = found.map((user) => ({ user, key: keyOf(user, input.sort) }))
  keyed.sort((a, b) => sign * (compare(a.key, b.key) || a.user.id - b.user.id))
  const offset = (input.page - 1) * input.size
  return { items: keyed.slice(offset, offset + input.size).map(({ user }) => user), total: found.length }
}

/** Compares by Turkish rules; user names and e-mails also in the form in which they are compared at login. */
function isHit(q: string): (user: User) => boolean {
  const [name, account] = [foldName(q), foldUserName(q)]
  if (name === '') return () => true
  return (user) =>
    [user.username, user.email, user.name_surname, user.company_name].some((text) =>
      foldName(text).includes(name),
    ) ||
    (account !== '' && [user.username, user.email].some((text) => foldUserName(text).includes(account)))
}

const TEXTS = new Set<UserSort>(['username', 'email', 'name_surname', 'company_name', 'license_type'])

/** A number, or a text whose plain order is the Turkish one; no end date comes before all dates. */
function keyOf(user: User, sort: UserSort): string | number {
  const value = user[sort] ?? ''
  return TEXTS.has(sort) ? sortKey(String(value)) : value
}
