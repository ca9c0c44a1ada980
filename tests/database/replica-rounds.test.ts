import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { open } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { type Pair, startPair } from '#tests/support/database/replica.ts'
import { openInstance, pauseReplay } from '#tests/support/panel/replica-instance.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

let pair: Pair
let db: ReturnType<typeof open>
beforeAll(async () => {
  pair = await startPair()
  db = open(pair.primary.target)
})
afterAll(async () => {
  await db.destroy()
  await pair.remove()
})

const ROUNDS = 300
const SEED = Number(process.env['SEED'] ?? 20_261_125)

/** Returns a generator of random numbers that the seed reproduces. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

test(`every list has each acknowledged save, in ${ROUNDS} rounds with a lag (SEED=${SEED})`, async () => {
  const random = randomOf(SEED)
  const instances = [await openInstance(pair), await openInstance(pair), await openInstance(pair)]
  const owner = await buildUser(db)
  const member = () => buildMember(db, owner, { sees_figures: true })
  const staff = [owner, await member(), await member()]
  const pages = instances.flatMap((instance) => staff.map((user) => instance.page(user)))
  const someone = () => {
    const page = pages[random(pages.length)]
    if (page === undefined) throw new Error('Nobody is there.')
    return page
  }
  for (const page of pages) await page.kayit.list({})
  let saved = 0
  let resumed: Promise<unknown> = Promise.resolve()
  for (let round = 0; round < ROUNDS; round++) {
    await resumed
    // In a third of the rounds the replay stands still from before the save until up to 40 ms after it.
    const resume = random(3) === 0 ? await pauseReplay(pair) : null
    await someone().kayit.save({
      info: { musteri_adi_soyadi: `Kayıt ${round}`, plaka: '34 ABC 123' },
      islemler: [],
    })
    saved += 1
    if (resume !== null) resumed = sleep(random(40)).then(resume)
    const lists = Array.from({ length: 1 + random(3) }, () => someone().kayit.list({}))
    const totals = (await Promise.all(lists)).map(({ total }) => total)
    expect(totals).toEqual(totals.map(() => saved))
    const { toplam_kayit_sayisi } = await someone().stats.get({})
    expect(toplam_kayit_sayisi).toBe(saved)
    // Long enough for the pause of a replica to end now and then.
    if (random(20) === 0) await sleep(300)
  }
  await resumed
  const outcomes = instances.map(({ replica }) => replica.counts)
  const sum = (name: 'served' | 'behind') => outcomes.reduce((all, counts) => all + counts[name], 0)
  console.info(`[replica] ${JSON.stringify(outcomes)}`)
  // With fewer reads of these kinds the rounds would prove nothing.
  expect(sum('served')).toBeGreaterThan(50)
  expect(sum('behind')).toBeGreaterThan(5)
})
