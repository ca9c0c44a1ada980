import { hash } from 'node:crypto'

import { type Period, readStatement, type StatementRow } from '#server/balance/statement.ts'
import { today, type UserCtx } from '#server/platform/core/context.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import type { Kurus } from '#shared/money.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { firstName } from '#shared/share/rules.ts'

/** The longest stored text in bytes: some 1,500 lines. */
const MAX_BYTES = 262_144

/** A statement as it was sent: of a day, with the first name only. */
export type FrozenStatement = Required<Period> & {
  day: Day
  name: string
  rows: StatementRow[]
  end_kurus: Kurus
}

/** Returns the columns of a link that freeze a customer's statement of today. Throws as its file, and INVALID for a long one. */
export async function freezeStatement(
  ctx: UserCtx,
  { from = null, to = null, id }: Period & { id: number },
): Promise<{ content: string; content_hash: Uint8Array }> {
  const { name, rows, end_kurus } = await readStatement(ctx, { id, from, to })
  const frozen: FrozenStatement = { day: today(ctx), from, to, name: firstName(name), rows, end_kurus }
  const content = JSON.stringify(frozen)
  if (Buffer.byteLength(content) > MAX_BYTES) throw new AppError('INVALID', shareMessages.tooLong)
  return { content, content_hash: contentHash(content) }
}

const contentHash = (content: string): Buffer => hash('sha256', content, 'buffer')

/** Returns a frozen statement. Throws an Error if its text is not the one that was sent. */
export function thawStatement({
  content,
  content_hash,
}: {
  content: string | null
  content_hash: Uint8Array | null
}): FrozenStatement {
  if (content === null || content_hash === null || !contentHash(content).equals(content_hash))
    throw new Error('The content of a link is not the one that was sent.')
  return JSON.parse(content) as FrozenStatement
}
