import { compare } from '#server/platform/lib/compare.ts'
import { foldName, foldUserName } from '#shared/turkish.ts'

type Account = { id: number; username: string; email?: string; name_surname: string; company_name: string }
type ListInput = { q: string; dir: 'asc' | 'desc'; page: number; size: number }

/**
 * Returns one page of users or shops. An installation has hundreds, so they are searched and sorted here: search columns
 * would have to be updated by every write to an account (docs/database.md).
 */
export function pageOfAccounts<Row extends Account>(
  rows: readonly Row[],
  { q, dir, page, size }: ListInput,
  keyOf: (row: Row) => string | number,
): { items: Row[]; total: number } {
  const found = rows.filter(isHit(q))
  const sign = dir === 'asc' ? 1 : -1
  const keyed = found.map((row) => ({ row, key: keyOf(row) }))
  keyed.sort((a, b) => sign * (compare(a.key, b.key) || a.row.id - b.row.id))
  const items = keyed.slice((page - 1) * size, page * size).map(({ row }) => row)
  return { items, total: found.length }
}

/** Compares by Turkish rules; user names and e-mails also in the form in which they are compared at login. */
function isHit(q: string): (row: Account) => boolean {
  const [name, account] = [foldName(q), foldUserName(q)]
  if (name === '') return () => true
  return ({ username, email = '', name_surname, company_name }) =>
    [username, email, name_surname, company_name].some((text) => foldName(text).includes(name)) ||
    (account !== '' && [username, email].some((text) => foldUserName(text).includes(account)))
}
