import type { BaseCtx } from '#server/platform/core/context.ts'

type Db = Pick<BaseCtx, 'db'>

/** A user's handle in the authenticator: says which account without naming a person, and is the same after a restore. */
export const handleOf = (userId: number): Buffer => Buffer.from(`oto-servis-${userId}`)

export const toBytes = (base64url: string): Buffer => Buffer.from(base64url, 'base64url')
export const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** The transports as the browser told them. */
export const transportsOf = ({ transports }: { transports: string }): string[] =>
  transports.split(',').filter((one) => one !== '')

/** The user's passkeys, the newest first, without their keys. */
export const listOf = ({ db }: Db, userId: number) =>
  db
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .execute()

/** How many passkeys the user has. */
export async function countPasskeys({ db }: Db, userId: number): Promise<number> {
  const { passkeys } = await db
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('passkeys'))
    .executeTakeFirstOrThrow()
  return passkeys
}

export const hasPasskey = async (ctx: Db, userId: number): Promise<boolean> =>
  (await countPasskeys(ctx, userId)) > 0

/** Removes all passkeys of the user, and returns how many there were. */
export async function removePasskeys({ db }: Db, userId: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Removes the user's passkeys made at that moment or later, `but` one; returns how many. */
export async function removePasskeysSince(
  { db }: Db,
  userId: number,
  { since, but = 0 }: { since: Date; but?: number | undefined },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('id', '<>', but)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The passkey with this id and its user; `undefined` for a closed account or shop. */
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
