import { describe, expect, test } from 'vitest'

import { KAYIT_RULES, type KayitValues, snapshotOf } from '#client/features/kayit/form/values.ts'
import { type IslemRow, toIslem, toIslemRows } from '#client/features/kayit/items/items.ts'
import { afterSave, startState } from '#client/forms/form-state.ts'
import { differences, mergeValues } from '#client/forms/merge.ts'

import { detailOf } from './detail.ts'

const { values: base } = snapshotOf(detailOf())
const [yag, balata] = base.islemler as [IslemRow, IslemRow]
const added = (islem_adi: string): IslemRow => ({ ...yag, key: `yeni-${islem_adi}`, id: 0, islem_adi })
const withChange = (change: Partial<KayitValues>): KayitValues => ({ ...base, ...change })
const merge = (mine: KayitValues, theirs: KayitValues) => mergeValues(KAYIT_RULES, { base, mine, theirs })
const mergeRows = (mine: IslemRow[], theirs: IslemRow[]) =>
  merge(withChange({ islemler: mine }), withChange({ islemler: theirs })).islemler
const shown = (rows: readonly IslemRow[]) => rows.map((row) => [row.id, row.islem_adi, row.islem_adet])

describe('the merge of two changes of one record', () => {
  test('a changed field keeps my value, and any other takes the stored one', () => {
    const mine = withChange({ arac_marka: 'Fiat', aciklama: 'acele' })
    const theirs = withChange({ arac_marka: 'Ford', km_bilgisi: '99000' })
    expect(merge(mine, theirs)).toEqual({
      ...base,
      arac_marka: 'Fiat',
      aciklama: 'acele',
      km_bilgisi: '99000',
    })
  })

  test('a side without changes takes the other side', () => {
    const other = withChange({ plaka: '06 X 1234', islemler: [added('Akü'), balata] })
    expect(merge(base, other)).toEqual(other)
    const mine = [balata, added('Akü')]
    expect(mergeRows(mine, base.islemler).map(toIslem)).toEqual(mine.map(toIslem))
  })

  test('the fields of one item are merged separately', () => {
    const theirs = [{ ...yag, islem_adi: 'Motor yağı', fiyat_kurus: 20_000, ilk_kurus: 20_000 }, balata]
    expect(mergeRows([{ ...yag, islem_adet: 4 }, balata], theirs)[0]).toMatchObject({
      id: 11,
      islem_adi: 'Motor yağı',
      islem_adet: 4,
      fiyat_kurus: 20_000,
    })
  })

  test('items added by both sides are all present', () => {
    const theirs = [...base.islemler, { ...added('Antifriz'), key: 'islem-30', id: 30 }]
    expect(shown(mergeRows([...base.islemler, added('Akü')], theirs))).toEqual([
      [11, 'Yağ değişimi', 1],
      [12, 'Fren balatası', 2],
      [30, 'Antifriz', 1],
      [0, 'Akü', 1],
    ])
  })

  test('an item deleted by one side and unchanged by the other is deleted', () => {
    const left = [[12, 'Fren balatası', 2]]
    expect(shown(mergeRows([balata], base.islemler))).toEqual(left)
    expect(shown(mergeRows(base.islemler, [balata]))).toEqual(left)
  })

  test('an item deleted by one side and changed by the other stays', () => {
    const changed = { ...yag, islem_adet: 9 }
    expect(shown(mergeRows([balata], [changed, balata]))[0]).toEqual([11, 'Yağ değişimi', 9])
    expect(shown(mergeRows([changed, balata], [balata]))).toEqual([
      [12, 'Fren balatası', 2],
      [0, 'Yağ değişimi', 9],
    ])
  })
})

describe('the merge after a save', () => {
  const sent = withChange({ islemler: [...base.islemler, added('Akü')] })
  /** Returns the rows like the server: with ids, and with the keys that were sent. */
  const storedAs = (rows: IslemRow[]) =>
    toIslemRows(rows.map((row) => ({ ...toIslem(row), id: row.id === 0 ? 40 : row.id })))
  /** Returns the form after `sent` was stored while the form held `now`. */
  const after = (now: KayitValues, islemler = storedAs(sent.islemler)) =>
    afterSave(
      KAYIT_RULES,
      { ...startState({ values: base, version: 4 }), values: now },
      {
        sent,
        stored: { values: withChange({ islemler }), version: 5 },
      },
    ).values

  test('new items get their ids on their own rows', () => {
    const { islemler } = after(sent)
    expect(shown(islemler).at(-1)).toEqual([40, 'Akü', 1])
    expect(islemler.map(({ key }) => key)).toEqual(sent.islemler.map(({ key }) => key))
  })

  test('text typed during the save stays, on the item with its new id', () => {
    const typedOn = sent.islemler.map((row) => (row.id === 0 ? { ...row, islem_adet: 2 } : row))
    const { islemler } = after(withChange({ islemler: [...typedOn, added('Filtre')] }))
    expect(shown(islemler).slice(2)).toEqual([
      [40, 'Akü', 2],
      [0, 'Filtre', 1],
    ])
    expect(islemler.map(({ key }) => key)).toEqual([...typedOn, added('Filtre')].map(({ key }) => key))
  })

  test('items deleted during the save stay deleted', () => {
    expect(shown(after(base).islemler)).toEqual(shown(base.islemler))
  })

  test('the line in the add area stays, whether old or new', () => {
    const yeni = { islem_adi: '', islem_adet: 1, fiyat: '250' }
    expect(after({ ...sent, yeni }).yeni).toEqual(yeni)
    expect(after(sent).yeni).toEqual(base.yeni)
  })
})

test('differences describe my changes in words', () => {
  const mine = withChange({
    cikis_tarihi: '2026-11-21',
    aciklama: 'acele',
    islemler: [{ ...yag, islem_adet: 3 }, added('Akü')],
    yeni: { islem_adi: 'Filtre', islem_adet: 2, fiyat: '' },
  })
  const theirs = withChange({ aciklama: 'bekliyor', arac_marka: 'Ford' })
  expect(differences(KAYIT_RULES, { mine: merge(mine, theirs), theirs })).toEqual([
    { label: 'Çıkış Tarihi', theirs: '—', mine: '21.11.2026' },
    { label: 'Açıklama', theirs: 'bekliyor', mine: 'acele' },
    { label: 'İşlem', theirs: 'Yağ değişimi, 1 × ₺100,05', mine: 'Yağ değişimi, 3 × ₺100,05' },
    { label: 'İşlem', theirs: '—', mine: 'Akü, 1 × ₺100,05' },
    { label: 'İşlem', theirs: 'Fren balatası, 2 × ₺1.200,00', mine: 'silindi' },
    { label: 'Eklenmemiş işlem', theirs: '—', mine: 'Filtre, 2 × —' },
  ])
})

test('equal changes of both sides are no difference', () => {
  const same = withChange({ arac_marka: 'Fiat' })
  expect(differences(KAYIT_RULES, { mine: merge(same, same), theirs: same })).toEqual([])
})
