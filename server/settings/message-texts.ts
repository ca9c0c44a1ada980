import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import type { MessageTexts, MessageTextsInput } from '#shared/message/schema.ts'
import { MESSAGE_KINDS } from '#shared/message/texts.ts'

const COLUMNS = [...MESSAGE_KINDS.map((kind) => `${kind}_text` as const), 'reply_to'] as const

/** Returns the shop's texts of messages, '' for the usual ones. */
export const readMessageTexts = ({ db, actor }: ShopCtx): Promise<MessageTexts> =>
  db
    .selectFrom('shops')
    .where('id', '=', actor.shop)
    .select(MESSAGE_KINDS.map((kind) => `${kind}_text as ${kind}` as const))
    .select('reply_to')
    .executeTakeFirstOrThrow()

/** Returns the shop's texts of messages for their editor, and whether e-mail is set up. Throws FORBIDDEN. */
export async function getMessageTexts(ctx: UserCtx): Promise<MessageTexts & { can_mail: boolean }> {
  requireRight(ctx, 'settings')
  return { ...(await readMessageTexts(ctx)), can_mail: ctx.mailOrigin !== undefined }
}

/** Stores the sent texts of messages and returns all. Throws FORBIDDEN. */
export async function saveMessageTexts(ctx: UserCtx, input: MessageTextsInput): Promise<MessageTexts> {
  requireRight(ctx, 'settings')
  return inTransaction(ctx, async (trx) => {
    const { db, actor } = trx
    const row = await db
      .selectFrom('shops')
      .where('id', '=', actor.shop)
      .select(COLUMNS)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const { reply_to, ...texts } = input
    const sent = {
      ...(reply_to !== undefined && { reply_to }),
      ...Object.fromEntries(Object.entries(texts).map(([kind, text]) => [`${kind}_text`, text])),
    }
    const fields = fieldChanges(COLUMNS, row, sent)
    if (fields.length > 0) {
      await db.updateTable('shops').set(sent).where('id', '=', actor.shop).execute()
      await recordChange(trx, { noun: 'settings', id: null, verb: 'update', detail: { fields } })
    }
    return readMessageTexts(trx)
  })
}
