import { type Period, readStatement, type StatementRow } from '#server/balance/statement.ts'
import { today, type UserCtx } from '#server/platform/core/context.ts'
import { freeze, type Frozen } from '#server/platform/lib/frozen.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import type { Kurus } from '#shared/money.ts'
import { shareMessages } from '#shared/share/messages.ts'
import { firstName } from '#shared/share/rules.ts'

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
): Promise<Frozen> {
  const { name, rows, end_kurus } = await readStatement(ctx, { id, from, to })
  const statement: FrozenStatement = { day: today(ctx), from, to, name: firstName(name), rows, end_kurus }
  const frozen = freeze(statement)
  if (frozen === null) throw new AppError('INVALID', shareMessages.tooLong)
  return frozen
}
