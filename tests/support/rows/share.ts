import { randomBytes } from 'node:crypto'

import type { UserCtx } from '#server/platform/core/context.ts'
import { createShare } from '#server/share/operations.ts'
import type { MailInput, ShareInput, ShareKind, StoredShare } from '#shared/share/schema.ts'
import { SECRET_BYTES, shareToken } from '#shared/share/token.ts'

/** Returns a new token of a shop's link, as the page makes one. */
export const createShareToken = (shop: number): string => shareToken(shop, randomBytes(SECRET_BYTES))

/** Returns what the page sends when a user copies the link to a record, or to another kind of thing. */
export const copiedShare = (id: number, shop: number, kind: ShareKind = 'record'): ShareInput => ({
  kind,
  id,
  with_vat: true,
  token: createShareToken(shop),
  way: 'copy',
})

/** Returns the same by e-mail. */
export const mailedShare = (id: number, shop: number, recipient = 'ayse@ornek.test'): MailInput => {
  const { way: _, ...link } = copiedShare(id, shop)
  return { ...link, recipient }
}

/** Takes a link to a record, or of another kind to `id`, as the page would, by default with VAT, for WhatsApp and with a token of its own. */
export async function share(
  ctx: UserCtx,
  { kayit_id = 0, ...body }: Partial<ShareInput> & { kayit_id?: number },
): Promise<StoredShare & { token: string }> {
  const sent = {
    kind: 'record' as const,
    id: kayit_id,
    with_vat: true,
    token: createShareToken(ctx.actor.shop),
    way: 'whatsapp' as const,
    ...body,
  }
  return { ...(await createShare(ctx, sent)), token: sent.token }
}
