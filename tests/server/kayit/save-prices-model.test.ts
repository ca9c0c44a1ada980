import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { withoutPrices } from '#server/platform/core/context.ts'
import { keepPrices, partnersOf } from '#server/kayit/save-prices.ts'
import { itemKey } from '#shared/item/rules.ts'

const anyName = fc.constantFrom('Yağ', 'yağ', 'Balata', 'Cila', 'İç filtre')
const anyPrice = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99_999_999_999 }))
const quantity = fc.integer({ min: 1, max: 2 })

test('an item by its id keeps its price, 0 only under its name, each stored price is kept once, and every other is a suggested one or 0', () => {
  const stored = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      islem_adi: anyName,
      islem_adet: quantity,
      fiyat_kurus: anyPrice,
    }),
    { selector: ({ id }) => id },
  )
  const sent = fc.array(
    fc.record({ id: fc.integer({ min: 0, max: 12 }), islem_adi: anyName, islem_adet: quantity }),
  )
  const list = fc.dictionary(anyName.map(itemKey), anyPrice)
  fc.assert(
    fc.property(stored, sent, list, (rows, items, prices) => {
      const listed = new Map(Object.entries(prices))
      const partners = partnersOf(
        items,
        rows.map((row, position) => ({
          ...row,
          position,
          islem_adi_upper: itemKey(row.islem_adi),
          kind: 'work' as const,
        })),
      )
      const kept = keepPrices(items, { partners, suggested: listed })
      const left = new Map(rows.map((row) => [row.id, row]))
      const expected: (number | undefined)[] = []
      const taken = new Set<number>()
      const take = (place: number, row: (typeof rows)[number] | undefined) => {
        if (row === undefined) return
        left.delete(row.id)
        const isSameName = itemKey(row.islem_adi) === itemKey(items[place]?.islem_adi ?? '')
        taken.add(place)
        if (row.fiyat_kurus > 0 || isSameName) expected[place] = row.fiyat_kurus
      }
      items.forEach(({ id }, place) => take(place, left.get(id)))
      for (const isSame of [
        (row: (typeof rows)[number], one: (typeof items)[number]) =>
          row.islem_adi === one.islem_adi && row.islem_adet === one.islem_adet,
        (row: (typeof rows)[number], one: (typeof items)[number]) =>
          itemKey(row.islem_adi) === itemKey(one.islem_adi),
      ])
        items.forEach((one, place) => {
          if (!taken.has(place))
            take(
              place,
              [...left.values()].find((row) => isSame(row, one)),
            )
        })
      expect(kept.map(({ fiyat_kurus }) => fiyat_kurus)).toEqual(
        items.map(({ islem_adi }, place) => expected[place] ?? listed.get(itemKey(islem_adi)) ?? 0),
      )
    }),
  )
})

test('an answer without prices has none at any depth, and everything else', () => {
  const tree = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.array(tie('any')),
      fc.dictionary(fc.constantFrom('ad', 'fiyat_kurus', 'total_kurus', 'islemler', 'kurus'), tie('any')),
    ),
  })).any
  const pruned = (value: unknown): unknown => {
    const text = JSON.stringify(value, (name, inner: unknown) =>
      name.endsWith('_kurus') ? undefined : inner,
    )
    return JSON.parse(text) as unknown
  }
  fc.assert(
    fc.property(tree, (answer) => {
      expect(withoutPrices(answer)).toEqual(pruned(answer))
    }),
  )
})
