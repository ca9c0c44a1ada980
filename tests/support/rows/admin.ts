import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { listFeedbacks } from '#server/admin/feedbacks.ts'
import { listUsers, saveUser } from '#server/admin/operations.ts'
import type { StoredBackup } from '#server/platform/backup/folder.ts'
import type { BackupService } from '#server/platform/backup/service.ts'
import { Uploads } from '#server/platform/backup/uploads.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import {
  type FeedbackPage,
  type UserPage,
  feedbackListInput,
  userInput,
  userListInput,
} from '#shared/admin/schema.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'
import { TEST_NOW } from './factories.ts'

type UserBody = z.input<typeof userInput>

let made = 0

/** Stores a user as a transport would, from the input of a caller; a new user gets defaults. */
export async function storeUser(ctx: UserCtx, body: UserBody = {}) {
  made += 1
  const needs = { username: `yeni-${made}`, email: `yeni-${made}@ornek.test`, new_password: 'dört-nala' }
  return saveUser(ctx, z.parse(userInput, (body.id ?? 0) === 0 ? { ...needs, ...body } : body))
}

export const userPage = (ctx: UserCtx, query: z.input<typeof userListInput> = {}): Promise<UserPage> =>
  listUsers(ctx, z.parse(userListInput, query))

export const feedbackPage = (
  ctx: UserCtx,
  query: z.input<typeof feedbackListInput> = {},
): Promise<FeedbackPage> => listFeedbacks(ctx, z.parse(feedbackListInput, query))

/** Returns backups made these hours before the tests' time; each file holds 'yedek'. Call it inside a test. */
export function backupsOf(hours: readonly number[]): BackupService {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, 'yedek')
  const made = (age: number): StoredBackup => {
    const createdAt = new Date(TEST_NOW.getTime() - age * 3_600_000)
    return {
      name: `${createdAt.getTime()}.tar.gz`,
      kind: 'otomatik',
      createdAt,
      bytes: 1_000,
      encrypted: false,
    }
  }
  const all = hours.map(made)
  return {
    stored: () => all,
    pathOf: (name) => (all.some((one) => one.name === name) ? file : undefined),
    isRunning: () => false,
    make: async (kind) => void all.unshift({ ...made(0), kind }),
    hasPassphrase: false,
    restores: {
      isRunning: () => false,
      uploads: new Uploads(dirname(file), () => false),
      restore: async () => ({
        createdAt: TEST_NOW.toISOString(),
        tables: [{ name: 'kayit', rows: 7 }],
        erased: 0,
      }),
    },
  }
}
