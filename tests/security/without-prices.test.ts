import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import type { DB } from '#server/platform/db/schema.ts'
import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { legacyPaths } from '#server/transports/legacy/routes.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { BASE_PATH } from '#shared/base.ts'
import { MAX_QUANTITY, MAX_UNPRICED_PIECES } from '#shared/money.ts'
import { type Reply, requests, testApp, TRPC } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import type { TestUser } from '#tests/support/rows/factories.ts'
import { type CanaryShop, canaryShop, pricesIn, turnAmounts } from '#tests/support/security/price-canary.ts'
import { FILES, type Ids, OLD_PATHS, PROCEDURES } from '#tests/support/security/rights-tables.ts'
import { CANARY } from '#tests/support/rows/shop-rows.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
/** Databases with the same shop and other amounts, so that the rows have the same ids. */
const twins = [await testDatabase(), await testDatabase()] as const
// The document is plain text here, because a real one is compressed.
const draw = (shown: object) => Promise.resolve(new TextEncoder().encode(JSON.stringify(shown)))
const pdf = { render: draw, renderForm: draw } as unknown as PdfService

type Panel = { db: Kysely<DB>; app: ReturnType<typeof testApp> }
type Seat = CanaryShop & Panel & { user: TestUser; all: Ids & { member: number } }

async function seat(role: 'owner' | 'mechanic', of: Kysely<DB> = db): Promise<Seat> {
  const shop = await canaryShop(of)
  const member = await buildMember(of, shop.owner, { role: 'mechanic' })
  const user = role === 'owner' ? shop.owner : member
  return { ...shop, db: of, app: testApp(of, { pdf }), user, all: { ...shop.ids, member: member.id } }
}

type Called = [name: string, call: (from: Seat) => Promise<Reply>]

const kinds = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>

/** Calls a procedure like the page and returns the raw response. */
async function procedure({ db, app, user }: Seat, path: string, input: unknown): Promise<Reply> {
  const token = await startSession(db, user)
  const headers = { cookie: `session_id=${token}`, 'sec-fetch-site': 'same-origin' }
  const { get, post } = requests(app)
  if (kinds[path]?._def.type === 'mutation') return post(`${TRPC}/${path}`, input, headers)
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`
  return get(`${TRPC}/${path}${query}`, headers)
}

type Sent = ReturnType<(typeof OLD_PATHS)[string][1]>

async function oldPath(
  { db, app, user }: Seat,
  path: string,
  { key, ...sent }: Sent & { key?: string },
): Promise<Reply> {
  const session = { 'session-id': await startSession(db, user, { kind: 'legacy' }) }
  const headers = { ...session, ...(key !== undefined && { 'idempotency-key': key }) }
  const { get, post, call } = requests(app)
  if ('get' in sent) return get(`${path}${sent.get}`, headers)
  if ('post' in sent) return post(path, sent.post, headers)
  const form = new FormData()
  form.set('file', new Blob([sent.file as Uint8Array<ArrayBuffer>]), 'logo.png')
  return call(path, { method: 'POST', body: form, headers })
}

const KEY = 'anahtar-usta-1'
/** Returns the items as the owner's page sends them back; a mechanic's prices are invented. */
const itemsOf = ({ user, owner, islemler }: Seat) =>
  user === owner ? islemler : islemler.map((item) => ({ ...item, fiyat_kurus: 1 }))

const legacyItems = (from: Seat) =>
  itemsOf(from).map(({ fiyat_kurus = 0, ...item }) => ({ ...item, islem_fiyat: fiyat_kurus / 100 }))

/** Calls beyond the tables of rights: with more in the response, sorted by a sum, repeated, refused. */
const MORE: [path: string, input: (from: Seat) => unknown][] = [
  ['kayit.list', () => ({ ilk_islem: true, open: true })],
  ['kayit.list', () => ({ q: CANARY })],
  ['vehicle.list', () => ({ sort: 'total', dir: 'desc' })],
  ['customer.list', () => ({ sort: 'total', dir: 'desc', q: CANARY })],
  ['vehicle.visits', ({ ids }) => ({ id: ids.vehicle, page: 1 })],
  ['item.suggest', ({ ids }) => ({ q: CANARY, plate: '34 KNR 987', kayit_id: ids.kayit })],
  ['kayit.save', (from) => ({ id: from.ids.kayit, info: {}, islemler: itemsOf(from), key: KEY })],
  ['kayit.save', (from) => ({ id: from.ids.kayit, info: {}, islemler: itemsOf(from), key: KEY })],
  [
    'kayit.save',
    ({ ids }) => ({ id: ids.kayit, info: { aciklama: 'z' }, islemler: [{ islem_adi: CANARY }], version: 1 }),
  ],
  [
    'kayit.save',
    () => ({
      info: { musteri_adi_soyadi: 'Yeni Müşteri', plaka: '06 YNI 001' },
      islemler: [{ islem_adi: CANARY, fiyat_kurus: 1 }],
    }),
  ],
  [
    'kayit.setStatus',
    ({ earlier }) => ({ kayitlar: [{ kayit_id: earlier, version: 1, durum: 'Tamamlandı' }], key: KEY }),
  ],
  // These calls come before those that restore.
  ['change.trash', () => ({})],
  ['change.of', ({ ids }) => ({ noun: 'kayit', id: ids.kayit, page: 1 })],
]

const calls: Called[] = [
  ...MORE.map(([path, input]): Called => [path, (from) => procedure(from, path, input(from))]),
  ...Object.entries(PROCEDURES).map(([path, [, input]]): Called => [
    path,
    (from) => procedure(from, path, input(from.all)),
  ]),
  ...Object.entries(OLD_PATHS).map(([path, [, sent]]): Called => [
    path,
    (from) => oldPath(from, path, sent(from.all)),
  ]),
  ...['first', 'again'].map((): Called => [
    'submitKayit.php',
    (from) => {
      const post = { info: { id: from.ids.kayit }, islemler: legacyItems(from) }
      return oldPath(from, 'submitKayit.php', { post, key: KEY })
    },
  ]),
  ...Object.entries(FILES).map(([path, [, query]]): Called => [
    path,
    async ({ db, app, user, all }) => {
      const token = await startSession(db, user)
      return requests(app).get(`${BASE_PATH}/api/${path}?${query(all)}`, { cookie: `session_id=${token}` })
    },
  ]),
]
/** Calls that delete come last, in each of the tables. */
const deletionsLast = calls.toSorted(([a], [b]) => Number(/delete/i.test(a)) - Number(/delete/i.test(b)))

/** Returns the paths whose responses contain an amount of the shop anywhere: status, headers and body. */
async function pathsWithPrices(from: Seat): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, call] of deletionsLast) {
    const { text, headers } = await call(from)
    const prices = pricesIn(`${text} ${JSON.stringify([...headers])}`)
    if (prices.length > 0) found[name] = prices
  }
  return found
}

describe('the amounts of a shop', () => {
  const seats = {} as { owner: Seat; mechanic: Seat }
  beforeAll(async () => {
    seats.owner = await seat('owner')
    seats.mechanic = await seat('mechanic')
  })

  test('every procedure, old path and file is called', () => {
    const all = [appRouter._def.procedures, FILES, legacyPaths].flatMap((names) => Object.keys(names))
    expect([...new Set(deletionsLast.map(([name]) => name))].sort()).toEqual(all.sort())
  })

  test('are in no answer to a mechanic', async () => {
    expect(await pathsWithPrices(seats.mechanic)).toEqual({})
  })

  test('are found by the same search in the answers to the owner', async () => {
    // The archive of a month is missing, because it is compressed; its files are in the list.
    expect(Object.keys(await pathsWithPrices(seats.owner)).sort()).toEqual([
      'change.list',
      'change.of',
      'change.trash',
      'createPdf.php',
      'createPdf2.php',
      'customer.get',
      'customer.list',
      'customer.visits',
      'expense.get',
      'expense.list',
      'expense.repetitions',
      'expense.vat',
      'expenses.php',
      'export/customer-history',
      'export/day-ends',
      'export/debts',
      'export/expense',
      'export/journal',
      'export/kayit',
      'export/payments',
      'export/personal-data',
      'export/statement',
      'export/stats',
      'export/vehicle-history',
      'form/delivery',
      'form/intake',
      'getKayit.php',
      'getStats.php',
      'intake.get',
      'intake.save',
      'item.packages',
      'item.price',
      'item.prices',
      'item.suggest',
      'kayit.get',
      'kayit.list',
      'kayit.save',
      'payment.account',
      'payment.month',
      'payment.of',
      'payment.reverse',
      'payment.take',
      'payment.today',
      'stats.get',
      'stats.period',
      'till.day',
      'vehicle.earlier',
      'vehicle.get',
      'vehicle.list',
      'vehicle.visits',
    ])
  })
})

/** Calls whose responses have an order or a choice, and attempts to learn a price from the limit of a total. */
const PROBES: Called[] = [
  ...(['vehicle', 'customer'] as const).flatMap((name) =>
    (['asc', 'desc'] as const).map((dir): Called => [
      `${name}.list`,
      (from) => procedure(from, `${name}.list`, { sort: 'total', dir }),
    ]),
  ),
  ...[MAX_QUANTITY, MAX_UNPRICED_PIECES + 1, MAX_UNPRICED_PIECES, 2].flatMap((islem_adet): Called[] => [
    [
      'kayit.save',
      (from) => {
        const islemler = from.islemler.slice(0, 1).map((item) => ({ ...item, islem_adet }))
        return procedure(from, 'kayit.save', { id: from.ids.kayit, info: {}, islemler })
      },
    ],
    [
      'submitKayit.php',
      (from) => {
        const islemler = [CANARY, 'Fren balatası'].map((islem_adi) => ({ islem_adi, islem_adet }))
        const info = { musteri_adi_soyadi: 'Yeni Müşteri', plaka: '06 YNI 001' }
        return oldPath(from, 'submitKayit.php', { post: { info, islemler } })
      },
    ],
  ]),
  ...['kan', 'fren'].map((q): Called => ['item.suggest', (from) => procedure(from, 'item.suggest', { q })]),
]

test('the responses to a mechanic are the same, whatever the amounts', async () => {
  const answers = async (of: Kysely<DB>, isTurned: boolean) => {
    const from = await seat('mechanic', of)
    const car = { musteri_adi_soyadi: 'Ucuz', plaka: '16 UCZ 001', giris_tarihi: '2026-11-20' }
    const owner = { ...from, user: from.owner }
    // This car is the cheapest one, and the dearest one once the amounts are turned.
    const wash = [{ islem_adi: 'Yıkama', islem_adet: 100, fiyat_kurus: 1 }]
    await procedure(owner, 'kayit.save', { info: car, islemler: wash })
    if (isTurned) await turnAmounts(of)
    const found: [string, number, string][] = []
    // Calls whose responses contain random tokens are left out.
    for (const [name, call] of [...PROBES, ...deletionsLast].filter(
      ([path]) => !/^auth|login|passkey|factor/i.test(path),
    )) {
      const { status, text } = await call(from)
      const numbered = text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '')
      const names = [from.owner.username, from.user.username]
      found.push([name, status, names.reduce((left, one) => left.replaceAll(one, 'usta'), numbered)])
    }
    return found
  }
  const [plain, turned] = [await answers(twins[0], false), await answers(twins[1], true)]
  expect(turned).toEqual(plain)
  const refused = plain.filter(([, , text]) => text.includes('1.000 adet'))
  expect(refused.map(([name]) => name)).toEqual([
    'kayit.save',
    'submitKayit.php',
    'kayit.save',
    'submitKayit.php',
    'submitKayit.php',
  ])
})

describe('an order by a hidden sum', () => {
  test('is the order of the last visits for a mechanic', async () => {
    const { owner } = await canaryShop(db)
    const mechanic = await buildMember(db, owner, { role: 'mechanic' })
    const cheap = {
      info: { musteri_adi_soyadi: 'Ucuz', plaka: '16 UCZ 001', giris_tarihi: '2026-11-20' },
      islemler: [{ islem_adi: 'Yıkama', fiyat_kurus: 100 }],
    }
    const from = { db, app: testApp(db), user: owner } as Seat
    await procedure(from, 'kayit.save', cheap)
    const order = async (user: TestUser, name: 'vehicle' | 'customer') => {
      const input = { sort: 'total', dir: 'desc' }
      const { body } = await procedure({ ...from, user }, `${name}.list`, input)
      const { items } = (body as { result: { data: { json: { items: { last_day: string }[] } } } }).result
        .data.json
      return items.map(({ last_day }) => last_day)
    }
    for (const name of ['vehicle', 'customer'] as const) {
      expect((await order(owner, name)).at(-1)).toBe('2026-11-20')
      expect((await order(mechanic, name))[0]).toBe('2026-11-20')
    }
  })
})
