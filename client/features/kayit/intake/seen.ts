import type { Islem } from '#shared/kayit/schema.ts'
import { PRINTED_FIELDS } from '#shared/intake/rules.ts'
import type { IntakeInput } from '#shared/intake/schema.ts'

type PrintedField = (typeof PRINTED_FIELDS)[number]

/** A record whose car is taken in or given back: a stored one, or one that waits for the connection. */
export type FormRecord = {
  readonly [Name in PrintedField | 'km_bilgisi' | 'durum' | 'cikis_tarihi']?: string | number | null
}
export type FormItem = Pick<Islem, 'islem_adi' | 'islem_adet'> & Partial<Pick<Islem, 'fiyat_kurus' | 'kind'>>

/** Returns what the signer sees of a record, as the values of its form hold it. */
export function seenOf(record: FormRecord, items?: readonly FormItem[]): string {
  const info = Object.fromEntries(PRINTED_FIELDS.map((name) => [name, String(record[name] ?? '')]))
  const islemler = items?.map(({ islem_adi, islem_adet, fiyat_kurus, kind }) => ({
    islem_adi,
    islem_adet,
    ...(fiyat_kurus !== undefined && { fiyat_kurus }),
    ...(kind !== undefined && { kind }),
  }))
  return JSON.stringify({ info, ...(islemler && { islemler }) })
}

/** Returns what a signature is sent with. A draft of an older version has none. */
export const parseSeen = (seen: string) =>
  seen === '' ? {} : { seen: JSON.parse(seen) as NonNullable<IntakeInput['seen']> }

/** Returns the plate and the customer of a form's record. */
export function namesOf(seen: string): string[] {
  const { info } = parseSeen(seen).seen ?? {}
  return [info?.plaka?.trim() || info?.sasi_no?.trim() || '', info?.musteri_adi_soyadi?.trim() ?? '']
}
