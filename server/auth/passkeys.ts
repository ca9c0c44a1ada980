import type { BaseCtx } from '#server/platform/core/context.ts'
import { countDeleted, countRows } from '#server/platform/db/row-counts.ts'

type Db = Pick<BaseCtx, 'db'>

/** Returns a user's handle for the authenticator: it names the account but no person, and survives a restore. */
export const handleOf = (userId: number): Buffer => Buffer.from(`oto-servis-${userId}`)

export const toBytes = (base64url: string): Buffer => Buffer.from(base64url, 'base64url')
export const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** Returns the transports that the browser has reported. */
export const transportsOf = ({ transports }: { transports: string }): string[] =>
  transports.split(',').filter((one) => one !== '')

/** Returns the user's passkeys, the newest first, without their keys. */
export const findPasskeys = ({ db }: Db, userId: number) =>
  db
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .execute()

/** Returns the number of the user's passkeys. */
export const countPasskeys = ({ db }: Db, userId: number): Promise<number> =>
  countRows(db.selectFrom('passkey').where('user_id', '=', userId))

export const hasPasskey = async (ctx: Db, userId: number): Promise<boolean> =>
  (await countPasskeys(ctx, userId)) > 0

/** Removes the user's passkeys made at `since` or later, except the one with id `but`; returns their number. */
export const removePasskeys = (
  { db }: Db,
  userId: number,
  { since = new Date(0), but = 0 }: { since?: Date; but?: number | undefined } = {},
): Promise<number> => {
  const passkeys = db.deleteFrom('passkey').where('user_id', '=', userId)
  return countDeleted(passkeys.where('created_at', '>=', since).where('id', '<>', but))
}

/** Returns the passkey with this id and its user; `undefined` for a closed user or shop. */
export const findPasskey = ({ db }: Db, credentialId: Uint8Array) =>
  db
    .selectFrom('passkey as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('shops', 'shops.id', 'u.shop_id')
    .where('p.credential_id', '=', credentialId)
    .where('u.deleted_at', 'is', null)
    .where('shops.closed_at', 'is', null)
    .select(['p.id', 'p.user_id', 'p.public_key', 'p.transports', 'u.shop_id', 'u.username'])
    .executeTakeFirst()
export type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>
