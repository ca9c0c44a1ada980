import { isErasedCustomer } from '#server/kayit/queries.ts'
import { enqueueMail, readMails } from '#server/mail/queue.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import { readMessageTexts } from '#server/settings/message-texts.ts'
import { findCompany } from '#server/settings/operations.ts'
import type { ChangeVerb } from '#shared/change/schema.ts'
import { AppError } from '#shared/errors.ts'
import { mailMessages } from '#shared/mail/rules.ts'
import { messages } from '#shared/messages.ts'
import { quoteMessages } from '#shared/quote/messages.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { MAX_OPEN_SHARES, SHARE_DAYS, sharePath } from '#shared/share/rules.ts'
import type {
  MailInput,
  ShareInput,
  ShareList,
  SharesInput,
  ShareWay,
  StoredShare,
} from '#shared/share/schema.ts'

import { mailText, messageOf } from './mail-text.ts'
import { countOpenShares, findByHash, readOpenShares, requireShared, subjectOf } from './queries.ts'
import { freezeQuote } from './quote.ts'
import { freezeStatement } from './statement.ts'
import { requireShareRight, requireSubject, type Subject, SUBJECT_COLUMN } from './subjects.ts'
import { readShareToken } from './token.ts'

const DAY_MS = 86_400_000
const VERBS: Readonly<Record<ShareWay, ChangeVerb>> = { whatsapp: 'whatsapp', copy: 'copy', link: 'share' }

/**
 * Stores the link that the user took, or finds it when the user takes it again, and records the way. Throws FORBIDDEN,
 * NOT_FOUND, CONFLICT for a link that has ended or shows an older quote, and INVALID for another shop's token, too many
 * open links, or a quote that nobody could approve.
 */
export async function createShare(ctx: UserCtx, input: ShareInput): Promise<StoredShare> {
  requireShareRight(ctx, input.kind)
  return inTransaction(ctx, async (trx) => {
    const { subject, stored } = await storeShare(trx, input)
    await recordChange(trx, { ...subject.entry, verb: VERBS[input.way] })
    return stored
  })
}

/**
 * Stores a link and queues the e-mail with it, once for its token and address. Throws as above, INVALID for an erased
 * customer, whose address would come back, and TOO_MANY.
 */
export async function mailShare(ctx: UserCtx, input: MailInput): Promise<StoredShare> {
  requireShareRight(ctx, input.kind)
  return inTransaction(ctx, async (trx) => {
    const { subject, stored } = await storeShare(trx, input)
    if (ctx.mailOrigin === undefined) throw new AppError('INVALID', mailMessages.notSetUp)
    if (await isErasedCustomer(trx, subject)) throw new AppError('INVALID', mailMessages.customerErased)
    const company = await findCompany(trx)
    const address = ctx.mailOrigin + sharePath(input.token)
    const message = (await messageOf(trx, subject, company.name)).join(address)
    const { reply_to: replyTo } = await readMessageTexts(trx)
    const text = mailText({ company, subject, message, replyTo })
    await enqueueMail(trx, { share_id: stored.id, recipient: input.recipient, ...text })
    await recordChange(trx, { ...subject.entry, verb: 'mail' })
    return stored
  })
}

type Link = Omit<ShareInput, 'way'>

async function storeShare(ctx: UserCtx, input: Link): Promise<{ subject: Subject; stored: StoredShare }> {
  const subject = await requireSubject(ctx, input, { lock: true })
  const read = readShareToken(input.token)
  if (read?.shop !== ctx.actor.shop) throw new AppError('INVALID', messages.invalidInput)
  const before = await findByHash(ctx, read.tokenHash)
  if (before !== undefined && !(isOpen(before, ctx.now) && isSame(before, input, subject)))
    throw new AppError('CONFLICT', shareMessages.ended)
  const frozen = await freezeSubject(ctx, subject, input)
  if (before !== undefined && before.quote_version !== (frozen.quote_version ?? null))
    throw new AppError('CONFLICT', quoteMessages.changed)
  const { id, expires_at } = before ?? (await insertShare(ctx, subject, { input, frozen, ...read }))
  return { subject, stored: { id, expires_at: expires_at.toISOString() } }
}

type StoredLink = NonNullable<Awaited<ReturnType<typeof findByHash>>>

function isSame(before: StoredLink, { with_vat }: Link, { kind, id }: Subject): boolean {
  const stored = subjectOf(before)
  return stored.kind === kind && stored.id === id && before.with_vat === with_vat
}

const isOpen = ({ revoked_at, expires_at }: StoredLink, now: Date) => revoked_at === null && expires_at > now

/** Returns the columns of a link to something that is shown as it was sent. */
async function freezeSubject(
  ctx: UserCtx,
  { kind, id, isQuote }: Subject,
  { with_vat, from, to }: Link,
): Promise<Partial<Awaited<ReturnType<typeof freezeQuote>>>> {
  if (isQuote) return freezeQuote(requireRight(ctx, 'quotes'), { id, with_vat })
  return kind === 'statement' ? freezeStatement(ctx, { id, from, to }) : {}
}

type NewLink = { input: Link; frozen: Awaited<ReturnType<typeof freezeSubject>>; tokenHash: Uint8Array }

async function insertShare(
  ctx: UserCtx,
  subject: Subject,
  { input, frozen, tokenHash: token_hash }: NewLink,
) {
  if ((await countOpenShares(ctx, subject)) >= MAX_OPEN_SHARES)
    throw new AppError('INVALID', shareMessages.tooMany)
  const { shop: shop_id, user: actor_id, username: actor_name } = ctx.actor
  const { kind, id: of, customer_id } = subject
  const expires_at = new Date(ctx.now.getTime() + SHARE_DAYS * DAY_MS)
  const { id } = await ctx.db
    .insertInto('share')
    .values({
      shop_id,
      kind,
      kayit_id: null,
      customer_id,
      [SUBJECT_COLUMN[kind]]: of,
      with_vat: input.with_vat,
      ...frozen,
      token_hash,
      created_at: ctx.now,
      expires_at,
      actor_id,
      actor_name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, expires_at }
}

/** Returns the open links of a thing, the newest first. Throws FORBIDDEN and NOT_FOUND. */
export async function listShares(ctx: UserCtx, input: SharesInput): Promise<ShareList> {
  requireShareRight(ctx, input.kind)
  const subject = await requireSubject(ctx, input)
  const rows = await readOpenShares(ctx, subject)
  const mails = Map.groupBy(
    await readMails(
      ctx,
      rows.map(({ id }) => id),
    ),
    ({ share_id }) => share_id,
  )
  const links = rows.map(({ created_at, expires_at, last_viewed_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_viewed_at: last_viewed_at?.toISOString() ?? null,
    mails: (mails.get(row.id) ?? []).map(({ id, recipient, state, last_error: error }) => ({
      id,
      recipient,
      state,
      error,
    })),
  }))
  const { name } = await findCompany(ctx)
  const message = await messageOf(ctx, subject, name)
  return { shop_id: ctx.actor.shop, can_mail: ctx.mailOrigin !== undefined, message, links }
}

/** Ends a link; one that has ended stays as it is. Throws FORBIDDEN and NOT_FOUND. */
export async function revokeShare(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    const shared = await requireShared(trx, id)
    requireShareRight(ctx, shared.kind)
    const { entry } = await requireSubject(trx, shared)
    const ended = await updateOwn(trx, 'share')
      .set({ revoked_at: ctx.now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (ended !== undefined) await recordChange(trx, { ...entry, verb: 'unshare' })
  })
}
