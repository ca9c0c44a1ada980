import { saveDelivery, saveIntake } from '#server/intake/operations.ts'
import { readTerms } from '#server/intake/terms.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { Delivery, Intake } from '#shared/intake/schema.ts'
import * as schema from '#shared/intake/schema.ts'

/** An intake without a signature, as the page sends it. */
export const INTAKE = {
  car_kind: 'car' as const,
  km: 126_870,
  fuel: 5,
  belongings: 'Ruhsat, yedek lastik',
  marks: [{ side: 'left' as const, x: 400, y: 500, kind: 'scratch' as const }],
  promised_day: '2026-11-30',
  promised_minute: 1_020,
  terms: '',
  signer: 'Gülşah Yeşilırmak',
}

export const STROKES = [
  [10, 200, 300, 40, 500, 220],
  [600, 100],
]

/** Takes a record's car in as the page would; `isSigned` adds a signature under the shop's terms. */
export async function takeIn(
  ctx: UserCtx,
  { isSigned = false, ...body }: { kayit_id: number; isSigned?: boolean } & Record<string, unknown>,
): Promise<Intake> {
  const signed = isSigned ? { signature: STROKES, terms: await readTerms(ctx) } : {}
  return saveIntake(ctx, schema.intakeInput.parse({ ...INTAKE, ...signed, ...body }))
}

/** Gives a record's car back as the page would. */
export const giveBack = (
  ctx: UserCtx,
  { isSigned = false, ...body }: { kayit_id: number; isSigned?: boolean } & Record<string, unknown>,
): Promise<Delivery> =>
  saveDelivery(
    ctx,
    schema.deliveryInput.parse({
      km: 126_900,
      signer: 'Gülşah Yeşilırmak',
      parts: 'Tümü verildi',
      ...(isSigned && { signature: STROKES }),
      ...body,
    }),
  )
