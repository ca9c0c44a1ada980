import type { Kysely } from 'kysely'

import { addExtraWork, askExtraWork } from '#server/kayit/extra-work.ts'
import type { FrozenQuote } from '#server/kayit/quote.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { publicApp } from '#tests/support/panel/public-page.ts'
import { TEST_NOW } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { APPROVED, type Form, QUOTED, sendAnswer } from '#tests/support/rows/quote.ts'
import { share } from '#tests/support/rows/share.ts'

/** An open visit of Ayşe Işık's Renault with one work, ₺100,05 twice. */
export const visit = async (ctx: UserCtx, changes: Parameters<typeof save>[1] = {}) =>
  (
    await save(ctx, {
      info: { ...QUOTED.info, km_bilgisi: 81_000, durum: 'Devam Ediyor' },
      islemler: [{ islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 10_005 }],
      ...changes,
    })
  ).id

/** Asks the customer of a visit about more work, by default the three jobs of `QUOTED`; returns the quote's id. */
export async function askMore(
  ctx: UserCtx,
  kayit_id: number,
  islemler: NonNullable<Parameters<typeof save>[1]>['islemler'] = QUOTED.islemler,
): Promise<number> {
  const { kayit_id: id } = await askExtraWork(ctx, { kayit_id })
  await save(ctx, { id, info: {}, islemler })
  return id
}

/** Sends a quote and answers it; returns the token of its link. */
export async function answerMore(ctx: UserCtx, kayit_id: number, form: Form = APPROVED): Promise<string> {
  const { token } = await share(ctx, { kayit_id })
  await sendAnswer(publicApp(ctx.db), token, form)
  return token
}

export const addMore = (ctx: UserCtx, kayit_id: number) => addExtraWork(ctx, { kayit_id })

/** Approves all of a quote that was sent, without the page of its link. */
export async function approveShared(db: Kysely<DB>, kayit_id: number): Promise<void> {
  const { shop_id, id, quote_version, content, content_hash } = await db
    .selectFrom('share')
    .where('kayit_id', '=', kayit_id)
    .select(['shop_id', 'id', 'quote_version', 'content', 'content_hash'])
    .executeTakeFirstOrThrow()
  if (quote_version === null || content_hash === null) throw new Error('The share shows no quote.')
  const { lines, totals } = JSON.parse(content ?? '') as FrozenQuote
  await db
    .insertInto('quote_answer')
    .values({
      shop_id,
      kayit_id,
      version: quote_version,
      share_id: id,
      at: TEST_NOW,
      verdict: 'approved',
      name: 'Ayşe',
      positions: JSON.stringify(lines.map((_, position) => position)),
      total_kurus: totals.brut_kurus,
      address: '',
      user_agent: '',
      content,
      content_hash,
    })
    .execute()
}
