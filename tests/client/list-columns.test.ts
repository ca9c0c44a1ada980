import { expect, test } from 'vitest'

import { KAYIT_COLUMNS } from '#client/features/kayit/list/columns.tsx'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'

const heads = (columns: readonly { header?: unknown }[]) => columns.map(({ header }) => header)

test('the list of records has the columns of the specification (§2), which can be sorted, and the amount', () => {
  expect(heads(KAYIT_COLUMNS)).toEqual([
    'Plaka',
    'Müşteri Adı',
    'Şasi No',
    'İşlem Sayısı',
    'Tutar',
    'Giriş Tarihi',
    'Çıkış Tarihi',
    'Durum',
    'İşlemler',
  ])
  expect(KAYIT_SORTS).toEqual([
    'musteri_adi_soyadi',
    'sasi_no',
    'plaka',
    'islem_sayisi',
    'giris_tarihi',
    'cikis_tarihi',
    'durum',
  ])
})
