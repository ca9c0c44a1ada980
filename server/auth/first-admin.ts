import { randomInt } from 'node:crypto'

import type { Kysely } from 'kysely'

import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { isCleanText } from '#shared/text.ts'
import { foldUserName } from '#shared/turkish.ts'

import { hashPassword } from './password-hash.ts'
import { storeShop } from './accounts.ts'

const DEFAULT_USERNAME = 'admin'
const PASSWORD_LENGTH = 16
/** Without letters and digits that look alike: 0 O o, 1 I l i. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

export type FirstAdmin = { username: string; password: string; generated: boolean }

/**
 * Creates the first administrator when there is none and returns the login data; otherwise `null`. Only one of several
 * concurrent starts creates it. Throws StartupError for a name that cannot log in or belongs to another user.
 */
export async function ensureFirstAdmin(
  db: Kysely<DB>,
  given: { username?: string | undefined; password?: string | undefined; now: Date },
): Promise<FirstAdmin | null> {
  if (await hasAdmin(db)) return null
  const username = (given.username ?? DEFAULT_USERNAME).trim()
  const username_key = foldUserName(username)
  if (username_key === '' || !isCleanText(username))
    throw new StartupError('ADMIN_USERNAME: görünür ve geçerli karakterlerden oluşmalı.')

  const password = given.password ?? readablePassword()
  const owner = {
    username,
    username_key,
    email: '',
    email_key: '',
    password_hash: await hashPassword(password),
    auth: AUTH_ADMIN,
    created_at: given.now,
  }
  try {
    await db.transaction().execute((trx) => storeShop(trx, { owner }))
    return { username, password, generated: given.password === undefined }
  } catch (error) {
    if (!isUniqueViolation(error, 'username_key')) throw error
    if (await hasAdmin(db)) return null
    throw new StartupError('ADMIN_USERNAME: bu ad, yönetici olmayan bir kullanıcıya ait. Başka bir ad verin.')
  }
}

/** Returns whether there is an administrator who can log in. */
export async function hasAdmin(db: Kysely<DB>): Promise<boolean> {
  const admins = db.selectFrom('users').where('auth', '=', AUTH_ADMIN).where('deleted_at', 'is', null)
  return (await countRows(admins)) > 0
}

/** About 92 bits, easy to copy by hand. */
function readablePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
