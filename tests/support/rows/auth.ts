import type { Kysely, RootOperationNode } from 'kysely'

import { hashToken } from '#server/auth/token.ts'
import { resolveActor, type SentTokens } from '#server/auth/actor.ts'
import { createSession, type SessionKind } from '#server/auth/sessions.ts'
import type { BaseCtx, Ctx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { baseCtx, TEST_NOW, type TestUser } from './factories.ts'

let addresses = 0

/** Returns a new address for one test, because failed logins are counted by address. */
export function newAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Returns the context of an anonymous request from its own address. */
export function anonymous(db: Kysely<DB>, overrides: Partial<BaseCtx> = {}): Ctx {
  const client = { address: newAddress(), userAgent: 'vitest' }
  return { ...baseCtx(db, { client, ...overrides }), actor: null }
}

export const secondsLater = (seconds: number, from: Date = TEST_NOW): Date =>
  new Date(from.getTime() + seconds * 1000)

/** Starts a session of the kind without a login and returns its token. */
export function startSession(
  db: Kysely<DB>,
  user: Pick<TestUser, 'id'>,
  {
    kind = 'web',
    remember = false,
    now = TEST_NOW,
  }: { kind?: SessionKind; remember?: boolean; now?: Date } = {},
): Promise<string> {
  return createSession(baseCtx(db, { now }), { userId: user.id, kind, remember })
}

/** Returns the id of the user of a request with these tokens, or `null`. */
export async function whoSends(db: Kysely<DB>, sent: SentTokens, now = TEST_NOW): Promise<number | null> {
  const { actor } = await resolveActor(baseCtx(db, { now }), sent)
  return actor?.user ?? null
}

export function sessionRow(db: Kysely<DB>, token: string) {
  return db.selectFrom('sessions').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst()
}

/** Returns the user's sessions, oldest first. */
export function sessionsOf(db: Kysely<DB>, user: Pick<TestUser, 'id'>) {
  return db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
}

/** Returns the database with failing statements of one kind ('UpdateQueryNode') that name `column`. */
export function failingAt(db: Kysely<DB>, kind: RootOperationNode['kind'], column = ''): Kysely<DB> {
  return db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === kind && JSON.stringify(node).includes(column)) throw new Error(`no ${kind}`)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
}
