import type { Change } from '#server/platform/core/changes.ts'
import { fieldChanges, isNothing, itemChanges, type ChangedItem } from '#shared/change/rules.ts'

import { KAYIT_FIELDS, type KayitFields } from './derived.ts'

type Named = Pick<KayitFields, 'plaka' | 'musteri_adi_soyadi'>

/** What a record is called in the change log: plate and customer. */
export const kayitTitle = ({ plaka, musteri_adi_soyadi }: Named): string =>
  [plaka, musteri_adi_soyadi].filter((text) => text !== '').join(' · ')

type State = { fields: KayitFields; islemler: readonly ChangedItem[] }

/** The change of a record, none where nothing that is entered differs: a save without a change is no event. */
export function kayitUpdate(id: number, before: State, after: State): Change[] {
  const fields = fieldChanges(KAYIT_FIELDS, before.fields, after.fields)
  const items = itemChanges(before.islemler, after.islemler)
  const detail = {
    ...(fields.length > 0 && { fields }),
    ...(!isNothing(items) && { items }),
  }
  if (Object.keys(detail).length === 0) return []
  return [{ noun: 'kayit', id, verb: 'update', title: kayitTitle(after.fields), detail }]
}
