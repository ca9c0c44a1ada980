import { randomUUID } from 'node:crypto'

import type { UserCtx } from '#server/platform/core/context.ts'
import { createShare } from '#server/share/operations.ts'
import type { CreatedShare, ShareInput } from '#shared/share/schema.ts'

/** Makes a link to a record as the page would, by default with VAT and a key of its own. */
export const share = (
  ctx: UserCtx,
  body: Partial<ShareInput> & { kayit_id: number },
): Promise<CreatedShare> => createShare(ctx, { with_vat: true, key: randomUUID(), ...body })
