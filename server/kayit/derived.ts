import type { Selectable } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import type { CustomerFacts } from '#shared/customer/rules.ts'
import { AppError } from '#shared/errors.ts'
import { itemKey } from '#shared/item/rules.ts'
import { recordDay } from '#shared/kayit/rules.ts'
import { messages } from '#shared/messages.ts'
import { type Kurus, kayitTotals } from '#shared/money.ts'
import { foldName, foldPlain, foldVehicles, storedSortKey } from '#shared/turkish.ts'
import { phoneDigits } from '#shared/phone.ts'

/** A record with nothing but its record date. */
export const EMPTY_KAYIT = {
  musteri_adi_soyadi: '',
  musteri_tel: '',
  musteri_talebi: '',
  sasi_no: '',
  arac_marka: '',
  arac_model: '',
  km_bilgisi: null,
  model_yili: null,
  motor_no: '',
  tc_vergino: '',
  plaka: '',
  aciklama: '',
  private_note: '',
  durum: '',
  giris_tarihi: null,
  cikis_tarihi: null,
} satisfies Partial<Selectable<DB['kayit']>>

type Field = keyof typeof EMPTY_KAYIT | 'kayit_tarihi'

/** The columns of a record that a user enters; every other column is derived from these and the items. */
export const KAYIT_FIELDS = [...Object.keys(EMPTY_KAYIT), 'kayit_tarihi'] as readonly Field[]

export type KayitFields = Pick<Selectable<DB['kayit']>, Field>

export const enteredFieldsOf = (row: KayitFields): KayitFields =>
  Object.fromEntries(KAYIT_FIELDS.map((name) => [name, row[name]])) as KayitFields

export const customerOf = ({ musteri_adi_soyadi, musteri_tel, tc_vergino }: KayitFields): CustomerFacts => ({
  name: musteri_adi_soyadi,
  phone: musteri_tel,
  tax_no: tc_vergino,
})

/** A work item without its ids and position. */
export type IslemLine = {
  islem_adi: string
  islem_adet: number
  fiyat_kurus: Kurus
  kind?: Selectable<DB['islem']>['kind'] | undefined
}

/** Returns a record's whole row, including the shop and every derived column. Throws as `itemColumns` does. */
export function kayitRow(shopId: number, fields: KayitFields, lines: readonly IslemLine[]) {
  return { shop_id: shopId, ...derivedColumns(fields), ...itemColumns(lines) }
}

/** The columns that follow from the texts that name a customer or a car. */
export const NAMING_COLUMNS = [
  'search_name',
  'search_vehicle',
  'search_phone',
  'search_plain',
  'customer_sort_key',
  'vin_sort_key',
  'plate_sort_key',
] as const

/** Returns the entered fields with the record's day, its search texts and its sort keys. */
export function derivedColumns(fields: KayitFields) {
  const { musteri_adi_soyadi, musteri_tel, plaka, sasi_no, durum } = fields
  return {
    ...fields,
    day: recordDay(fields),
    search_name: foldName(musteri_adi_soyadi),
    search_vehicle: foldVehicles(plaka, sasi_no),
    search_phone: phoneDigits(musteri_tel),
    search_plain: foldPlain(musteri_adi_soyadi),
    customer_sort_key: storedSortKey(musteri_adi_soyadi),
    vin_sort_key: storedSortKey(sasi_no),
    plate_sort_key: storedSortKey(plaka),
    status_sort_key: storedSortKey(durum),
  }
}

/** Returns the columns of a record that are derived from its items. Throws INVALID when the total is over the limit. */
export function itemColumns(lines: readonly IslemLine[]) {
  const totals = kayitTotals(lines)
  if (totals === null) throw new AppError('INVALID', messages.totalTooLarge, { field: 'islemler' })
  return { islem_sayisi: lines.length, toplam_kurus: totals.brut_kurus }
}

/** Returns the row of a record's item at `position`, counted from 0. */
export const islemRow = (
  kayit: { shop_id: number; id: number },
  { islem_adi, islem_adet, fiyat_kurus, kind = 'work' }: IslemLine,
  position: number,
) => ({
  shop_id: kayit.shop_id,
  kayit_id: kayit.id,
  position,
  islem_adi,
  islem_adi_upper: itemKey(islem_adi),
  islem_adet,
  fiyat_kurus,
  kind,
})
