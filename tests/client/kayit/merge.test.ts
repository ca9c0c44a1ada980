import { describe, expect, test } from 'vitest'

import { type IslemRow, islemOf } from '#client/features/kayit/items/items.ts'
import { differences, rebase, rebaseRows, withIds } from '#client/features/kayit/form/merge.ts'
import { type KayitValues, baseOf } from '#client/features/kayit/form/values.ts'

import { detailOf } from './detail.ts'

const base = baseOf(detailOf()).values
const [yag, balata] = base.rows as [IslemRow, IslemRow]
const added = (islem_adi: string): IslemRow => ({
  ...yag,
  key: `yeni-${islem_adi}`,
  id: 0,
  islem_adi,
})
const withInfo = (info: Partial<KayitValues['info']>): KayitValues => ({
  ...base,
  info: { ...base.info, ...info },
})
const sent = (rows: readonly IslemRow[]) => rows.map((row) => [row.id, row.islem_adi, row.islem_adet])

describe('two people on one record', () => {
  test('fields: mine where I typed, theirs everywhere else', () => {
    const mine = withInfo({ arac_marka: 'Fiat', aciklama: 'acele' })
    const theirs = withInfo({ arac_marka: 'Ford', km_bilgisi: '99000' })
    expect(rebase({ base, mine, theirs }).info).toEqual({
      ...base.info,
      arac_marka: 'Fiat',
      aciklama: 'acele',
      km_bilgisi: '99000',
    })
  })

  test('without changes of mine the record is theirs, and without theirs it is mine', () => {
    const other = { ...withInfo({ plaka: '06 X 1234' }), rows: [added('Akü'), balata] }
    expect(rebase({ base, mine: base, theirs: other })).toEqual(other)
    expect(
      rebase({ base, mine: { ...base, rows: [balata, added('Akü')] }, theirs: base }).rows.map(islemOf),
    ).toEqual([balata, added('Akü')].map(islemOf))
  })

  test('one item: each field by itself', () => {
    const mine = [{ ...yag, islem_adet: 4 }, balata]
    const theirs = [{ ...yag, islem_adi: 'Motor yağı', fiyat_kurus: 20_000, ilk_kurus: 20_000 }, balata]
    expect(rebaseRows({ base: base.rows, mine, theirs })[0]).toMatchObject({
      id: 11,
      islem_adi: 'Motor yağı',
      islem_adet: 4,
      fiyat_kurus: 20_000,
    })
  })

  test('items that both added are all there', () => {
    const theirs = [...base.rows, { ...added('Antifriz'), key: 'islem-30', id: 30 }]
    const rows = rebaseRows({ base: base.rows, mine: [...base.rows, added('Akü')], theirs })
    expect(sent(rows)).toEqual([
      [11, 'Yağ değişimi', 1],
      [12, 'Fren balatası', 2],
      [30, 'Antifriz', 1],
      [0, 'Akü', 1],
    ])
  })

  test('what one removed and the other left alone is gone', () => {
    expect(sent(rebaseRows({ base: base.rows, mine: [balata], theirs: base.rows }))).toEqual([
      [12, 'Fren balatası', 2],
    ])
    expect(sent(rebaseRows({ base: base.rows, mine: base.rows, theirs: [balata] }))).toEqual([
      [12, 'Fren balatası', 2],
    ])
  })

  test('what one removed and the other changed stays', () => {
    const changed = { ...yag, islem_adet: 9 }
    const theirsChanged = rebaseRows({ base: base.rows, mine: [balata], theirs: [changed, balata] })
    expect(sent(theirsChanged)[0]).toEqual([11, 'Yağ değişimi', 9])
    const mineChanged = rebaseRows({ base: base.rows, mine: [changed, balata], theirs: [balata] })
    expect(sent(mineChanged)).toEqual([
      [12, 'Fren balatası', 2],
      [0, 'Yağ değişimi', 9],
    ])
  })
})

describe('after a save', () => {
  const before = [...base.rows, added('Akü')]
  const stored = [{ id: 11 }, { id: 12 }, { id: 40 }]

  test('new items learn their ids by their place', () => {
    expect(sent(withIds(before, before, stored))).toEqual([
      [11, 'Yağ değişimi', 1],
      [12, 'Fren balatası', 2],
      [40, 'Akü', 1],
    ])
  })

  test('what was typed while it ran stays typed, on the item with its new id', () => {
    const typedOn = before.map((row) => (row.id === 0 ? { ...row, islem_adet: 2 } : row))
    const known = (rows: IslemRow[]) => withIds(rows, before, stored)
    const theirs = known(before).map((row) => ({ ...row, key: `islem-${row.id}` }))
    const rows = rebaseRows({ base: known(before), mine: known(typedOn), theirs })
    expect(sent(rows)[2]).toEqual([40, 'Akü', 2])
    expect(rows.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })

  test('an item stays new where the ids could not be read', () => {
    expect(sent(withIds(before, before, []))).toEqual(sent(before))
    expect(sent(rebaseRows({ base: before, mine: before, theirs: before }))).toEqual(sent(before))
  })
})

test('the differences are my changes, in words', () => {
  const mine = {
    info: { ...base.info, cikis_tarihi: '2026-11-21', aciklama: 'acele' },
    rows: [{ ...yag, islem_adet: 3 }, added('Akü')],
  }
  const theirs = withInfo({ aciklama: 'bekliyor', arac_marka: 'Ford' })
  expect(differences({ base, mine, theirs })).toEqual([
    { label: 'Çıkış Tarihi', theirs: '—', mine: '21.11.2026' },
    { label: 'Açıklama', theirs: 'bekliyor', mine: 'acele' },
    { label: 'İşlem', theirs: 'Yağ değişimi, 1 × ₺100,05', mine: 'Yağ değişimi, 3 × ₺100,05' },
    { label: 'İşlem', theirs: '—', mine: 'Akü, 1 × ₺100,05' },
    { label: 'İşlem', theirs: 'Fren balatası, 2 × ₺1.200,00', mine: 'silindi' },
  ])
})

test('what both typed alike is no difference', () => {
  const same = withInfo({ arac_marka: 'Fiat' })
  expect(differences({ base, mine: same, theirs: same })).toEqual([])
})
