import type { UserCtx } from '#server/core/context.ts'

import { quantiles } from './load.ts'

type Quantiles = { p50: number; p95: number }

/** Milliseconds of one call to the operation, without HTTP, by one caller (or several writers), shop by shop. */
export type OperationFigures = { view: string; shops: Quantiles[] }

const WARM_UP = 20

/** Measures `work` in each shop. The shops alternate, so that other load affects each. */
export async function inTurns(
  shops: UserCtx[],
  rounds: number,
  work: (ctx: UserCtx, round: number) => Promise<unknown>,
): Promise<Quantiles[]> {
  const times = shops.map((): number[] => [])
  for (let round = -WARM_UP; round < rounds; round++)
    for (const [index, ctx] of shops.entries()) {
      const started = performance.now()
      await work(ctx, round + WARM_UP)
      if (round >= 0) times[index]?.push(performance.now() - started)
    }
  return times.map((own) => quantiles(own))
}
