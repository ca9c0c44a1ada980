import {
  addRows,
  areIslemRows,
  findExcess,
  type IslemRow,
  toIslem,
  ITEMS_RULE,
  rowProblems,
  toIslemRows,
} from '#client/features/kayit/items/items.ts'
import {
  EMPTY_LINE,
  isNameless,
  LINE_RULE,
  type NewLine,
  type PriceEntry,
  rowsFromLine,
} from '#client/features/kayit/items/new-line.ts'
import type { Snapshot } from '#client/forms/form-state.ts'
import { type FieldRule, type FieldRules, showDay } from '#client/forms/merge.ts'
import { type ControlName, fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { KeyAndVersion } from '#client/forms/use-form.ts'
import type { RouterInputs } from '#client/lib/api.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { joinIsolated } from '#shared/bidi.ts'
import type { Day } from '#shared/date.ts'
import { kayitProblem } from '#shared/kayit/rules.ts'
import { kayitInfo, type SavedKayit, type StageFacts } from '#shared/kayit/schema.ts'
import type { Stage } from '#shared/kayit/stage.ts'
import { messages } from '#shared/messages.ts'
import { DURUM_DEVAM, MAX_ITEMS } from '#shared/options.ts'

import { NO_PREFILL, type Prefill, PREFILL_RULE, prefilledIds } from './prefill.ts'

/** Rules of the record's own fields, in the order of the form (decisions: words on the screen). */
export const INFO_RULES = {
  plaka: { label: 'Plaka' },
  musteri_adi_soyadi: { label: 'Müşteri Adı Soyadı' },
  musteri_tel: { label: 'Telefon' },
  km_bilgisi: { label: 'Kilometre' },
  musteri_talebi: { label: 'Müşteri Talebi' },
  durum: { label: 'Durum' },
  cikis_tarihi: { label: 'Çıkış Tarihi', show: showDay },
  arac_marka: { label: 'Marka' },
  arac_model: { label: 'Model' },
  model_yili: { label: 'Model Yılı' },
  sasi_no: { label: 'Şasi No' },
  motor_no: { label: 'Motor No' },
  tc_vergino: { label: 'T.C. / Vergi No' },
  giris_tarihi: { label: 'Giriş Tarihi', show: showDay },
  kayit_tarihi: { label: 'Kayıt Tarihi', show: showDay },
  aciklama: { label: 'Açıklama' },
  private_note: { label: 'Özel not' },
} satisfies Record<string, FieldRule<string>>

export type InfoName = keyof typeof INFO_RULES
const INFO_NAMES = Object.keys(INFO_RULES) as InfoName[]

/** Fields of 'Diğer bilgiler': everything after the exit date. */
export const FOLDED_FIELDS: readonly InfoName[] = INFO_NAMES.slice(INFO_NAMES.indexOf('cikis_tarihi') + 1)

/** Values of the record's own fields as typed: an input of `kayitInfo`, all as text. */
export type InfoValues = Record<InfoName, string>

export type KayitValues = InfoValues & {
  /** '' for a visit, else the stage; 'visit' in a stored quote that becomes one with this save. */
  stage: Stage | ''
  /** The last day of a quote's prices. */
  quote_valid_until: string
  islemler: IslemRow[]
  yeni: NewLine
  prefill: Prefill
}

export const KAYIT_RULES: FieldRules<KayitValues> = {
  ...INFO_RULES,
  stage: { label: 'Tür' },
  quote_valid_until: { label: 'Geçerlilik', show: showDay },
  islemler: ITEMS_RULE,
  yeni: LINE_RULE,
  prefill: PREFILL_RULE,
}

/** Record as stored. */
export type StoredKayit = Pick<SavedKayit, 'kayit' | 'islemler' | 'belgeler' | 'version' | 'updated_at'> &
  StageFacts

/** Returns the record's own fields, picked from an object, as text. */
const infoOf = (values: { [Name in InfoName]?: string | number | null }) =>
  Object.fromEntries(INFO_NAMES.map((name) => [name, String(values[name] ?? '')])) as InfoValues

const EMPTY = { yeni: EMPTY_LINE, prefill: NO_PREFILL }
const AS_VISIT = { stage: '', quote_valid_until: '' } as const

/** Returns a new record: entered today and in progress (specification §3, §4; decision 16). */
export function newKayit(today: Day, known?: Readonly<Record<string, string>>): Snapshot<KayitValues> {
  const info = infoOf({ durum: DURUM_DEVAM, giris_tarihi: today, kayit_tarihi: today, ...known })
  return { version: null, values: { ...info, ...AS_VISIT, islemler: [], ...EMPTY } }
}

/** Returns the form values of a stored record. */
export function snapshotOf({ kayit, islemler, version, ...facts }: StoredKayit): Snapshot<KayitValues> {
  const stages = { stage: facts.stage ?? ('' as const), quote_valid_until: facts.quote_valid_until ?? '' }
  return { version, values: { ...infoOf(kayit), ...stages, islemler: toIslemRows(islemler), ...EMPTY } }
}

/** Returns the title beside the plate: the customer, after the chassis number of a car without a plate. */
export const customerTitle = ({ plaka, sasi_no, musteri_adi_soyadi }: InfoValues): string =>
  joinIsolated(' · ', [plaka.trim() === '' ? sasi_no.trim() : '', musteri_adi_soyadi.trim()])

/** Returns the make and model of the car: 'Honda CR-V'. */
export const carTitle = ({ arac_marka, arac_model }: InfoValues): string =>
  joinIsolated(' ', [arac_marka.trim(), arac_model.trim()])

/** Turns a typed line that was not added yet into an item; a line without a name stays in the add area. */
export function addTypedLine(values: KayitValues, entry: PriceEntry): KayitValues {
  const rows = rowsFromLine(values.yeni, { key: randomKey(), ...entry })
  if (rows.length === 0) return values
  return { ...values, islemler: addRows(values.islemler, rows), yeni: EMPTY_LINE }
}

/** Returns all problems that the server would find, by the same schema and rules. */
export function kayitProblems({ islemler, yeni, ...values }: KayitValues): Problem<KayitValues>[] {
  const info = infoOf(values)
  // The rule returns only its first problem; with the customer filled in it returns the next one.
  const excess = findExcess(islemler)
  const broken = [info, { ...info, musteri_adi_soyadi: '-' }].map((filled) =>
    kayitProblem(filled, values.stage || 'visit'),
  )
  return [
    ...(islemler.length > MAX_ITEMS ? [{ names: [], message: messages.tooManyItems }] : []),
    ...fieldProblems(kayitInfo, info, broken),
    ...islemler.flatMap((row, i) =>
      Object.entries(rowProblems(row)).map(([field, message]) => ({
        names: [`islemler.${i}.${field}` as ControlName<KayitValues>],
        message: `${i + 1}. satır: ${message}`,
      })),
    ),
    ...(excess === null ? [] : [{ names: [excess.name], message: excess.message }]),
    ...(isNameless(yeni) ? [{ names: ['yeni.islem_adi' as const], message: messages.itemNameRequired }] : []),
  ]
}

/** Returns the input of `kayit.save`; `id` 0 creates a record. */
export const saveInput = (
  { islemler, stage, quote_valid_until, ...values }: KayitValues,
  keyAndVersion: KeyAndVersion & { id: number },
): RouterInputs['kayit']['save'] => ({
  ...keyAndVersion,
  ...(keyAndVersion.id === 0 ? stage && { stage } : { quote_valid_until }),
  ...prefilledIds(values.prefill, values),
  info: infoOf(values),
  islemler: islemler.map(toIslem),
})

/** Returns the draft settings of one user and one record on this device. */
export const kayitDraftSettings = (userId: number, id: number) => ({
  name: `kayit:${userId}:${id}`,
  mode: 'offer' as const,
  defaults: { private_note: '', prefill: NO_PREFILL, ...AS_VISIT },
  isValid: ({ islemler }: KayitValues) => areIslemRows(islemler),
  about: ({ plaka, musteri_adi_soyadi }: KayitValues) =>
    joinIsolated(', ', [plaka.trim(), musteri_adi_soyadi.trim()]),
})
