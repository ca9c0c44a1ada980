import { describe, expect, test } from 'vitest'

import { besidePreview, DAILY_COLUMNS, fullColumns } from '#client/features/kayit/list/columns.tsx'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'
import { OPTIONAL_COLUMNS } from '#shared/options.ts'

type Columns = ReturnType<typeof fullColumns>

/** Returns the heads of the columns of a table, without those that only cards use. */
const heads = (columns: Columns) =>
  columns.filter(({ meta }) => meta?.from !== 'card').map(({ header }) => header)

describe('the columns of the list of records', () => {
  test("'Tam' has the columns of the specification (§2), which can be sorted, the amount, phone and car", () => {
    expect(heads(fullColumns())).toEqual([
      'Seçim',
      'Plaka',
      'Müşteri Adı',
      'Telefon',
      'Şasi No',
      'Araç',
      'İşlem Sayısı',
      'Tutar',
      'Giriş Tarihi',
      'Çıkış Tarihi',
      'Durum',
      'İşlemler',
    ])
    const wide = fullColumns().filter(({ meta }) => meta?.from === 'wide')
    expect(heads(wide)).toEqual(['Telefon', 'Araç'])
  })

  test('every optional column can be hidden; plate, status and buttons stay, and cards keep everything', () => {
    const columns = fullColumns(OPTIONAL_COLUMNS)
    expect(heads(columns)).toEqual(['Seçim', 'Plaka', 'Durum', 'İşlemler'])
    const cards = (all: Columns) => all.map(({ meta }) => (typeof meta?.card === 'string' ? meta.card : ''))
    expect(cards(columns)).toEqual(cards(fullColumns()))
  })

  test("'Gündelik' has what a shop looks for during the day", () => {
    expect(heads(DAILY_COLUMNS)).toEqual([
      'Seçim',
      'Plaka',
      'Müşteri Adı',
      'Araç',
      'İş',
      'Tutar',
      'Gün',
      'Durum',
      'İşlemler',
    ])
  })

  test.each([fullColumns(), DAILY_COLUMNS])('a phone offers every sort key', (...columns) => {
    const keys = columns.filter(({ isSortable }) => isSortable).map(({ id }) => id)
    expect(keys.sort()).toEqual([...KAYIT_SORTS].sort())
  })

  test('the list beside the preview shows plate, customer, amount, status and buttons', () => {
    const left = besidePreview(fullColumns()).filter(
      ({ meta }) => meta?.from !== 'card' && meta?.from !== 'noPreview',
    )
    expect(heads(left)).toEqual(['Seçim', 'Plaka', 'Müşteri Adı', 'Tutar', 'Durum', 'İşlemler'])
  })
})
