import { changeMessages } from '#shared/change/messages.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { staffMessages } from '#shared/staff/messages.ts'
import { personalDataMessages } from '#shared/personal-data/messages.ts'
import type { Right } from '#shared/staff/rights.ts'

import type { UserCtx } from './context.ts'
import { logRefused } from './security-log.ts'

const REFUSALS: Readonly<Record<Right, string>> = {
  prices: staffMessages.pricesRefused,
  remove: staffMessages.removeRefused,
  export: staffMessages.exportRefused,
  figures: messages.figuresRefused,
  settings: messages.settingsRefused,
  staff: messages.staffRefused,
  history: changeMessages.refused,
  personal_data: personalDataMessages.refused,
}

/**
 * The context of a user of the shop who has the right (shared/staff/rights.ts). The first line of each operation that
 * not everybody in the shop may carry out. Throws FORBIDDEN.
 */
export function requireRight(ctx: UserCtx, right: Right): UserCtx {
  if (ctx.actor.rights.includes(right)) return ctx
  logRefused(ctx, { reason: 'without the right', username: ctx.actor.username })
  throw new AppError('FORBIDDEN', REFUSALS[right])
}
