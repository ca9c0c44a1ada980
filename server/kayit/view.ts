import type { Selectable } from 'kysely'

import type { IslemTable, KayitTable } from '#server/db/schema.ts'
import type { Islem } from '#shared/kayit/schema.ts'
import { kurusToLira } from '#shared/money.ts'

type Dates = Pick<Selectable<KayitTable>, 'giris_tarihi' | 'cikis_tarihi'>

/** A row in which '' stands for a date that is none (decisions: legacy paths). */
export function withDays<R extends Dates>(row: R) {
  return { ...row, giris_tarihi: row.giris_tarihi ?? '', cikis_tarihi: row.cikis_tarihi ?? '' }
}

/** An item with its price in lira, as the contract has it. */
export function islemView(
  row: Pick<Selectable<IslemTable>, 'id' | 'islem_adi' | 'islem_adet' | 'fiyat_kurus'>,
): Islem {
  const { id, islem_adi, islem_adet, fiyat_kurus } = row
  return { id, islem_adi, islem_adet, islem_fiyat: kurusToLira(fiyat_kurus) }
}
