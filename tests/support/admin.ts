import * as z from 'zod/mini'

import { listFeedbacks } from '#server/admin/feedbacks.ts'
import { listUsers, saveUser } from '#server/admin/operations.ts'
import type { UserCtx } from '#server/core/context.ts'
import {
  type FeedbackPage,
  type UserPage,
  feedbackListInput,
  userInput,
  userListInput,
} from '#shared/admin/schema.ts'

type UserBody = z.input<typeof userInput>

let made = 0

/** Stores a user as a transport would, from the input of a caller; a new one gets defaults. */
export async function storeUser(ctx: UserCtx, body: UserBody = {}) {
  made += 1
  const needs = { username: `yeni-${made}`, email: `yeni-${made}@ornek.test`, new_password: 'dört' }
  return saveUser(ctx, z.parse(userInput, (body.id ?? 0) === 0 ? { ...needs, ...body } : body))
}

export const userPage = (ctx: UserCtx, query: z.input<typeof userListInput> = {}): Promise<UserPage> =>
  listUsers(ctx, z.parse(userListInput, query))

export const feedbackPage = (
  ctx: UserCtx,
  query: z.input<typeof feedbackListInput> = {},
): Promise<FeedbackPage> => listFeedbacks(ctx, z.parse(feedbackListInput, query))
