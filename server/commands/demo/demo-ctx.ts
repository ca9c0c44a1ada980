import type { Kysely } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import type { Day } from '#shared/date.ts'
import { rightsOf } from '#shared/staff/rights.ts'

export type DemoShop = { shopId: number; username: string; today: Day }

const QUIET = createLogger('silent')

/** Returns the context of the demo shop's owner at this minute of a day in Istanbul; it makes no documents. */
export function demoCtx(
  db: Kysely<DB>,
  { shopId: shop, username }: DemoShop,
  { day, minute }: { day: Day; minute: number },
): UserCtx {
  const now = new Date(Date.parse(`${day}T00:00:00+03:00`) + minute * 60_000)
  return {
    db,
    now,
    log: QUIET,
    pdf: {} as PdfService,
    backups: null,
    supportEmail: '',
    client: { address: '127.0.0.1', userAgent: 'Demo' },
    actor: {
      shop,
      user: shop,
      username,
      auth: 1,
      rights: rightsOf({ role: 'owner', sees_figures: true }),
      session: { id: 0, kind: 'web', confirmedAt: now },
    },
  }
}
