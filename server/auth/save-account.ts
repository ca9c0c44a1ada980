import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { idempotentCreate, idempotentUpdate } from '#server/platform/core/idempotency.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { userPasswordProblem } from '#shared/admin/rules.ts'
import type { FieldChange } from '#shared/change/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { recordAccessChange, type FormerRights, endAccess } from './accounts.ts'
import { type KnownNames, requireGoodPassword } from './new-password.ts'
import { hashPassword } from './password-hash.ts'
import { endOtherSessions } from './sessions.ts'

/** Accounts of one kind: owners of shops, entered by administrators, or staff, entered by the owner of their shop. */
export type AccountKind<Fields extends { username: string }, Account extends Fields> = {
  /** Separates the keys of the kinds. */
  operation: string
  initial: Fields
  /** Returns the fields to store. Throws INVALID with the one that is missing or wrong. */
  validate: (fields: Fields, stored: Fields | null) => Fields
  /** Returns the names that must not make up a password. */
  namesOf: (ctx: UserCtx, fields: Fields) => Promise<KnownNames>
  /** Locks the rows of the caller's rank, so that concurrent changes wait. Throws if the caller has lost the rank. */
  lockCaller: (trx: UserCtx) => Promise<unknown>
  /** Throws NOT_FOUND, as `lock` does. */
  find: (ctx: UserCtx, id: number) => Promise<Account>
  lock: (trx: UserCtx, id: number) => Promise<{ version: number; fields: Fields }>
  insert: (trx: UserCtx, fields: Fields, made: NewAccount) => Promise<{ id: number; version: number }>
  update: (trx: UserCtx, fields: Fields, stored: AccountUpdate) => Promise<void>
  /** Returns the former rights and the details of the security event, where rights have changed. */
  rightsChange: (before: Fields, after: Fields) => { former: FormerRights; details: object } | null
  changes: (before: Fields, after: Fields) => FieldChange[]
  /** Returns the context that writes into the log of the account's shop. */
  logOf: (trx: UserCtx, id: number) => UserCtx
}
type NewAccount = { password_hash: string; created_at: Date; created_by: number }
type AccountUpdate = { id: number; version: number; password_hash?: string }

type AccountInput<Fields> = {
  id: number
  version?: number | undefined
  key?: string | undefined
  new_password: string
} & { [Field in keyof Fields]?: Fields[Field] | undefined }

type AccountChange<Fields> = { fields: Partial<Fields>; password_hash: string | undefined }
/** The stored account, and the event to log; a repeated call has none. */
type Saved = { id: number; version: number; event?: 'user created' | 'user changed'; details?: object }

/**
 * Stores a new account, or changes one; a changed password or right ends its sessions. Throws INVALID with the field (a
 * name or e-mail that is taken too), NOT_FOUND, or CONFLICT where the account has changed since `version`.
 */
export async function saveAccount<Fields extends { username: string }, Account extends Fields>(
  ctx: UserCtx,
  kind: AccountKind<Fields, Account>,
  input: AccountInput<Fields>,
): Promise<Account> {
  const { id, version, key, new_password, ...sent } = input
  const isNew = id === 0
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  const fields = Object.fromEntries(given) as Partial<Fields>
  if (isNew) kind.validate({ ...kind.initial, ...fields }, null)
  const problem = userPasswordProblem(new_password, { isNew })
  if (problem !== null) throw invalid(problem)
  if (new_password !== '') {
    const before = isNew ? kind.initial : await kind.find(ctx, id)
    requireGoodPassword(new_password, await kind.namesOf(ctx, { ...before, ...fields }))
  }
  // The password is hashed before the transaction, because that takes long and must not hold locks.
  const password_hash = new_password === '' ? undefined : await hashPassword(new_password)
  const { operation } = kind
  const [saved, account] = await refuseTakenNames(
    inTransaction(ctx, async (trx) => {
      await kind.lockCaller(trx)
      const change = (made: { id: number; version?: number | undefined }) =>
        changeAccount(trx, kind, { ...made, fields, password_hash })
      const create = () => insertAccount(trx, kind, { fields, password_hash })
      // Passwords are not part of the stored fingerprint, so two changes that differ only in one would look the same.
      const call = { operation, key: new_password === '' ? key : undefined, input }
      const saved = isNew
        ? await idempotentCreate<Saved>(trx, { operation, key }, { create, change })
        : await idempotentUpdate<Saved>(trx, call, {
            change: () => change({ id, version }),
            repeat: async (left) => left,
          })
      return [saved, await kind.find(trx, saved.id)]
    }),
  )
  if (saved.event !== undefined) logEvent(ctx, saved.event, { targetId: saved.id, ...saved.details })
  return account
}

export const invalid = ({ field, message }: { field: string; message: string }) =>
  new AppError('INVALID', message, { field })

/** Waits for `work`. Throws INVALID with the field where a name or e-mail is another account's. */
export const refuseTakenNames = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'username_key'))
      throw invalid({ field: 'username', message: messages.usernameTaken })
    if (isUniqueViolation(error, 'email_key')) throw invalid({ field: 'email', message: messages.emailTaken })
    throw error
  })

async function insertAccount<Fields extends { username: string }, Account extends Fields>(
  trx: UserCtx,
  kind: AccountKind<Fields, Account>,
  { fields, password_hash }: AccountChange<Fields>,
): Promise<Saved> {
  if (password_hash === undefined) throw new Error('a new account without a password')
  const made = { password_hash, created_at: trx.now, created_by: trx.actor.user }
  const after = kind.validate({ ...kind.initial, ...fields }, null)
  const stored = await kind.insert(trx, after, made)
  const log = kind.logOf(trx, stored.id)
  await recordChange(log, { noun: 'user', id: stored.id, verb: 'create', title: after.username })
  return { ...stored, event: 'user created' }
}

async function changeAccount<Fields extends { username: string }, Account extends Fields>(
  trx: UserCtx,
  kind: AccountKind<Fields, Account>,
  change: AccountChange<Fields> & { id: number; version?: number | undefined },
): Promise<Saved> {
  const { id, password_hash, version: expected } = change
  const { version, fields: before } = await kind.lock(trx, id)
  requireVersion(version, expected)
  const after = kind.validate({ ...before, ...change.fields }, before)
  const passwordChanged = password_hash !== undefined
  const rights = kind.rightsChange(before, after)
  await kind.update(trx, after, { id, version: version + 1, ...(passwordChanged && { password_hash }) })
  if (passwordChanged || rights !== null)
    await recordAccessChange(trx, id, { by: trx.actor.user, former: rights?.former })
  const session = id === trx.actor.user ? trx.actor.session.id : null
  if (passwordChanged) await endAccess(trx, id, { session })
  else if (rights !== null) await endOtherSessions(trx, id, session)
  const log = kind.logOf(trx, id)
  const about = { noun: 'user', id, title: after.username } as const
  const fields = kind.changes(before, after)
  if (fields.length > 0) await recordChange(log, { ...about, verb: 'update', detail: { fields } })
  if (passwordChanged) await recordChange(log, { ...about, verb: 'password' })
  const details = { passwordChanged, ...rights?.details }
  return { id, version: version + 1, event: 'user changed', details }
}
