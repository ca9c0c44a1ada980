import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { type KayitFields, kayitRow } from '#server/kayit/derived.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { KAYIT_SORTS, type KayitSort } from '#shared/kayit/schema.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'

import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()

const letters = Array.from("aAıIiİçÇğöŞsüz09 %_\\.(*$’'–-\u00ad\u00a0")
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 5 })
const day = fc.option(fc.constantFrom('2025-12-31', '2026-01-01', '2026-10-31', '2026-11-01', '2026-11-30'))
const status = fc.constantFrom(
  '',
  'Devam Ediyor',
  'DEVAM EDİYOR',
  'Tamamlandı',
  'İptal',
  'ışık',
  'Ilık',
  '100%',
)

type Stored = { fields: KayitFields; count: number }
const stored: fc.Arbitrary<Stored> = fc
  .record({
    name: text,
    plate: text,
    chassis: text,
    durum: status,
    giris_tarihi: day,
    cikis_tarihi: day,
    kayit_tarihi: day,
    count: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ name, plate, chassis, kayit_tarihi, count, ...rest }) => ({
    count,
    fields: {
      ...blank,
      ...rest,
      // The database refuses a record without a name or without any vehicle.
      musteri_adi_soyadi: name || 'ad',
      plaka: plate || (chassis === '' ? 'p' : ''),
      sasi_no: chassis,
      kayit_tarihi: kayit_tarihi ?? '2026-11-21',
    },
  }))

const blank = {
  musteri_tel: '',
  musteri_talebi: '',
  arac_marka: '',
  arac_model: '',
  km_bilgisi: null,
  model_yili: null,
  motor_no: '',
  tc_vergino: '',
  aciklama: '',
  private_note: '',
}

const query = fc.record(
  {
    q: text,
    durum: status,
    month: fc.constantFrom(1, 10, 11, 12),
    year: fc.constantFrom(2025, 2026),
    open: fc.boolean(),
    sort: fc.constantFrom(...KAYIT_SORTS),
    dir: fc.constantFrom('asc', 'desc'),
    page: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['sort', 'dir', 'page'] },
)
type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never

test('list, search and order agree with a reference model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stored, { minLength: 1, maxLength: 30 }),
      fc.array(query, { minLength: 8, maxLength: 8 }),
      async (records, queries) => {
        const { ctx, rows } = await store(records)
        for (const asked of queries) {
          const page = await list(ctx, { ...asked, size: 10 })
          const { similar, ...answer } = { ...page, items: page.items.map((item) => item.kayit_id) }
          const exact = similar === true ? { items: [], total: 0, toplam_kurus: 0, statuses: [] } : answer
          expect(exact).toEqual(reference(rows, asked))
        }
      },
    ),
    { numRuns: 25 },
  )
})

type Row = KayitFields & { id: number; islem_sayisi: number }

async function store(records: Stored[]) {
  const ctx = userCtx(db, await buildUser(db))
  const rows: Row[] = []
  for (const { fields, count } of records) {
    const line = { islem_adi: 'x', islem_adet: 1, fiyat_kurus: 1 }
    const row = kayitRow(
      ctx.actor.shop,
      fields,
      Array.from({ length: count }, () => line),
    )
    const { id } = await db.insertInto('kayit').values(row).returning('id').executeTakeFirstOrThrow()
    rows.push({ ...fields, id, islem_sayisi: count })
  }
  await recountTotals(db, ctx.actor.shop)
  return { ctx, rows }
}

/* The rules of decisions §4, implemented a second time with the runtime's own Turkish rules. */

/* oxlint-disable no-restricted-properties -- the reference may not use what it checks. */
const look = (value: string) =>
  value.replaceAll('\u00ad', '').replaceAll('’', "'").replaceAll('–', '-').replace(/\s+/g, ' ').trim()
const nameForm = (value: string) => look(value).toLocaleLowerCase('tr')
const vehicleForm = (value: string) =>
  value
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .replace(/[ıİI]/g, 'i')
    .toLocaleLowerCase('tr')
/** A word of signs alone counts only where the query has no other words. */
function wordsOf(q: string): string[] {
  const words = nameForm(q).split(' ')
  const realWords = words.filter((word) => /[\p{L}\p{N}]/u.test(word))
  return (realWords.length > 0 ? realWords : words).slice(0, 10)
}
const collator = new Intl.Collator('tr', { sensitivity: 'base' })

function reference(rows: Row[], asked: Query) {
  const all = rows.filter((row) => isInPeriod(row, asked) && (asked.open !== true || isOpenWork(row)))
  const whole = all.filter((row) => isHit(row, asked.q ?? ''))
  const found = whole.length > 0 ? whole : all.filter((row) => isHitAcross(row, asked.q ?? ''))
  const listed = found.filter((row) => asked.durum === undefined || durumOf(row) === durumOf(asked))
  const sign = asked.dir === 'asc' ? 1 : -1
  listed.sort((a, b) => sign * compare(a, b, asked.sort) || a.id - b.id)
  const items = listed.slice((asked.page - 1) * 10, asked.page * 10).map((row) => row.id)
  const statuses = [...new Set(found.map(durumOf))].sort((a, b) => collator.compare(a, b))
  const earning = listed.filter((row) => nameForm(row.durum) !== 'iptal')
  const toplam_kurus = earning.reduce((sum, { islem_sayisi }) => sum + islem_sayisi, 0)
  return { items, total: listed.length, toplam_kurus, statuses }
}

function isInPeriod(row: Row, { month, year = month === undefined ? undefined : 2026 }: Query): boolean {
  const [recordYear, recordMonth] = (row.giris_tarihi ?? row.kayit_tarihi).split('-').map(Number)
  return (year ?? recordYear) === recordYear && (month ?? recordMonth) === recordMonth
}

const durumOf = ({ durum }: { durum?: string }) => (durum === 'DEVAM EDİYOR' ? 'Devam Ediyor' : durum) ?? ''

const vehiclesOf = (row: Row) => [row.plaka, row.sasi_no].map(vehicleForm)

/** Two or more different words may be spread over several fields. */
const isHitAcross = (row: Row, q: string): boolean =>
  new Set(wordsOf(q)).size > 1 &&
  wordsOf(q).every(
    (word) =>
      nameForm(row.musteri_adi_soyadi).includes(word) ||
      (vehicleForm(word) !== '' && vehiclesOf(row).some((vehicle) => vehicle.includes(vehicleForm(word)))),
  )

function isHit(row: Row, q: string): boolean {
  if (look(q) === '') return true
  const vehicles = vehiclesOf(row)
  return (
    wordsOf(q).every((word) => nameForm(row.musteri_adi_soyadi).includes(word)) ||
    (vehicleForm(q) !== '' && vehicles.some((vehicle) => vehicle.includes(vehicleForm(q))))
  )
}

function compare(a: Row, b: Row, sort: KayitSort): number {
  if (sort === 'islem_sayisi') return a.islem_sayisi - b.islem_sayisi
  // Days and the empty text compare as text, the empty one first.
  if (sort === 'giris_tarihi' || sort === 'cikis_tarihi')
    return collator.compare(a[sort] ?? '', b[sort] ?? '')
  return collator.compare(look(a[sort]), look(b[sort]))
}
