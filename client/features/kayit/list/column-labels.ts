import type { OPTIONAL_COLUMNS } from '#shared/options.ts'

import { COLUMN_LABELS } from './search.ts'

/** Labels of the columns of 'Tam' that can be hidden. */
export const OPTIONAL_LABELS: Readonly<Record<(typeof OPTIONAL_COLUMNS)[number], string>> = {
  musteri_adi_soyadi: COLUMN_LABELS.musteri_adi_soyadi,
  musteri_tel: 'Telefon',
  sasi_no: COLUMN_LABELS.sasi_no,
  arac: 'Araç',
  islem_sayisi: COLUMN_LABELS.islem_sayisi,
  toplam_kurus: 'Tutar',
  giris_tarihi: COLUMN_LABELS.giris_tarihi,
  cikis_tarihi: COLUMN_LABELS.cikis_tarihi,
}
