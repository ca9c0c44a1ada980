import type { RouterInputs } from '#client/lib/api.ts'
import type { Day } from '#shared/date.ts'
import { kayitProblem } from '#shared/kayit/rules.ts'
import { type Kayit, type KayitDetail, kayitInfo } from '#shared/kayit/schema.ts'
import { DURUM_DEVAM } from '#shared/options.ts'

import { type IslemRow, islemOf, rowsOf } from '#client/features/kayit/items/items.ts'

/** The record's own fields in the order of the form, with their labels (decisions: words on the screen). */
export const INFO_LABELS = {
  plaka: 'Plaka',
  musteri_adi_soyadi: 'Müşteri Adı Soyadı',
  musteri_tel: 'Telefon',
  sasi_no: 'Şasi No',
  arac_marka: 'Marka',
  arac_model: 'Model',
  model_yili: 'Model Yılı',
  km_bilgisi: 'Kilometre',
  motor_no: 'Motor No',
  tc_vergino: 'T.C. / Vergi No',
  durum: 'Durum',
  giris_tarihi: 'Giriş Tarihi',
  cikis_tarihi: 'Çıkış Tarihi',
  kayit_tarihi: 'Kayıt Tarihi',
  musteri_talebi: 'Müşteri Talebi',
  aciklama: 'Açıklama',
} as const

export type InfoName = keyof typeof INFO_LABELS
export const INFO_NAMES = Object.keys(INFO_LABELS) as InfoName[]

/** The form's fields as they are typed: an input of `kayitInfo`, all of it text. */
export type InfoValues = Record<InfoName, string>

export interface KayitValues {
  info: InfoValues
  rows: IslemRow[]
}

/** What the form was filled with; `version` is `null` for a new record. */
export interface KayitBase {
  version: number | null
  values: KayitValues
}

/** A new record: the car came in today, work is in progress (specification §3, §4; decision 16). */
export function newBase(today: Day): KayitBase {
  const empty = Object.fromEntries(INFO_NAMES.map((name) => [name, ''])) as InfoValues
  return {
    version: null,
    values: { info: { ...empty, durum: DURUM_DEVAM, giris_tarihi: today, kayit_tarihi: today }, rows: [] },
  }
}

/** A record as the server answered it. */
export function baseOf({ kayit, islemler, version }: KayitDetail): KayitBase {
  return { version, values: { info: infoOf(kayit), rows: rowsOf(islemler) } }
}

function infoOf(kayit: Kayit): InfoValues {
  return Object.fromEntries(INFO_NAMES.map((name) => [name, String(kayit[name] ?? '')])) as InfoValues
}

/** What a record is called: its plate (without one the chassis number) and customer; '' for an empty one. */
export const nameOf = ({ plaka, sasi_no, musteri_adi_soyadi }: InfoValues): string =>
  [plaka.trim() || sasi_no.trim(), musteri_adi_soyadi.trim()].filter(Boolean).join(' · ')

export interface SaveOptions {
  /** 0 creates. */
  id: number
  version: number | null
  /** Of a new record: sent again by a retry, so that one record comes of it. */
  key: string
}

/** What `kayit.save` is called with. */
export function saveInput(
  { info, rows }: KayitValues,
  { id, version, key }: SaveOptions,
): RouterInputs['kayit']['save'] {
  const sent = { id, info, islemler: rows.map(islemOf) }
  return version === null ? { ...sent, key } : { ...sent, key, version }
}

export type InfoProblems = Partial<Record<InfoName, string>>

/** What the server would refuse in the fields: the same schema, the same rule, but all of it at once. */
export function infoProblems(info: InfoValues): InfoProblems {
  const problems: InfoProblems = {}
  for (const { path, message } of kayitInfo.safeParse(info).error?.issues ?? [])
    problems[path[0] as InfoName] ??= message
  // The rule names the first problem; with that field filled it names the next.
  let left = info
  for (let problem = kayitProblem(left); problem !== null; problem = kayitProblem(left)) {
    const name = problem.field as InfoName
    problems[name] ??= problem.message
    left = { ...left, [name]: '-' }
  }
  return problems
}

/** The address of a record's document, with and without VAT; it opens in a tab of its own. */
export const pdfAddress = (base: string, kind: PdfKind, id: number) =>
  `${base}/api/${kind === 'kdvli' ? 'createPdf' : 'createPdf2'}.php?id=${id}`

export type PdfKind = 'kdvli' | 'kdvsiz'
