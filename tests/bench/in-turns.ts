import { quantiles } from './load.ts'

type Quantiles = { p50: number; p95: number }

/** Times in ms of one operation without HTTP, by one caller (or several writers), shop by shop. */
export type OperationFigures = { view: string; shops: Quantiles[] }

const WARM_UP = 20

/** Measures `work` in each place, usually a shop, by turns, so that other load affects each place. */
export async function inTurns<Place>(
  places: readonly Place[],
  rounds: number,
  work: (place: Place, round: number) => Promise<unknown>,
): Promise<Quantiles[]> {
  const times = places.map((): number[] => [])
  for (let round = -WARM_UP; round < rounds; round++)
    for (const [index, place] of places.entries()) {
      const started = performance.now()
      await work(place, round + WARM_UP)
      if (round >= 0) times[index]?.push(performance.now() - started)
    }
  return times.map((own) => quantiles(own))
}
