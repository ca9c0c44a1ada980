import { createHash } from 'node:crypto'

import type { BaseCtx, UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { CONSENT_TEXT_VERSION, type Notice, noticeText } from '#shared/auth/notice.ts'
import type { ConsentText, GivenConsent } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** Returns the SHA-256 of a notice, in hexadecimal. */
const hashNotice = (body: string): string => createHash('sha256').update(body).digest('hex')

/** The hash of the notice as it stands in this version of the application. */
export const CONSENT_TEXT_SHA256 = hashNotice(noticeText())

const CURRENT: Notice = { version: CONSENT_TEXT_VERSION, body: noticeText() }

/** Stores who responded to the notice, when, how, and the text word for word, as evidence (law 6698 art. 10). */
export async function storeConsent(
  ctx: BaseCtx,
  { userId: user_id, action }: { userId: number; action: DB['consents']['action'] },
  { version, body }: Notice = CURRENT,
): Promise<void> {
  const sha256 = hashNotice(body)
  await ctx.db
    .insertInto('consent_texts')
    .values({ version, sha256, body, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['version', 'sha256']).doNothing())
    .execute()
  await ctx.db
    .insertInto('consents')
    .values({ user_id, action, text_version: version, text_sha256: sha256, created_at: ctx.now })
    .execute()
}

/**
 * Returns whether a browser with the consent cookie shows the notice again: its user accepted an earlier version, or is a
 * member of staff who accepted none (decision 34).
 */
export async function isNoticeDue(
  { db }: BaseCtx,
  { shop, user }: { shop: number; user: number },
  version: string = CONSENT_TEXT_VERSION,
): Promise<boolean> {
  const accepted = await db
    .selectFrom('consents')
    .where('user_id', '=', user)
    .where('action', '=', 'accepted')
    .groupBy('text_version')
    .select('text_version')
    .execute()
  return accepted.length === 0 ? shop !== user : !accepted.some((row) => row.text_version === version)
}

/** Returns the texts that the caller has accepted, the last one first. */
export async function listConsents({ db, actor }: UserCtx): Promise<GivenConsent[]> {
  const rows = await db
    .selectFrom('consents')
    .where('user_id', '=', actor.user)
    .where('action', '=', 'accepted')
    .orderBy('id', 'desc')
    .limit(100)
    .select(['id', 'text_version as version', 'created_at'])
    .execute()
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    accepted_at: created_at.toISOString(),
    is_current: row.version === CONSENT_TEXT_VERSION,
  }))
}

/** Returns the text that the caller accepted. Throws NOT_FOUND, also for another user's consent and for texts not kept. */
export async function readConsentText({ db, actor }: UserCtx, { id }: { id: number }): Promise<ConsentText> {
  const given = await db
    .selectFrom('consents as c')
    .leftJoin('consent_texts as t', (join) =>
      join.onRef('t.version', '=', 'c.text_version').onRef('t.sha256', '=', 'c.text_sha256'),
    )
    .where('c.user_id', '=', actor.user)
    .where('c.id', '=', id)
    .select(['c.text_version as version', 'c.text_sha256 as sha256', 't.body'])
    .executeTakeFirst()
  const body = given?.body ?? (given?.sha256 === CONSENT_TEXT_SHA256 ? CURRENT.body : null)
  if (given === undefined || body === null) throw new AppError('NOT_FOUND', messages.consentTextNotFound)
  return { version: given.version, sha256: given.sha256, body }
}
