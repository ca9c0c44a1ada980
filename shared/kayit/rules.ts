import type { Day } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { DURUM_DEVAM, DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'
import { isBlank } from '#shared/text.ts'
import { foldName } from '#shared/turkish.ts'

import type { Stage } from './stage.ts'

type Problem = { field: string; message: string }

/**
 * Returns the problem that prevents saving a record (specification §5, record save), or `null`. `field` is the input's
 * name below `info`. On the phone nobody knows the plate: a quote needs the name only, an appointment nothing.
 */
export function kayitProblem(
  info: { musteri_adi_soyadi: string; plaka: string; sasi_no: string },
  stage: Stage = 'visit',
): Problem | null {
  if (stage !== 'appointment' && isBlank(info.musteri_adi_soyadi))
    return { field: 'musteri_adi_soyadi', message: messages.customerRequired }
  if (stage === 'visit' && isBlank(info.plaka) && isBlank(info.sasi_no))
    return { field: 'plaka', message: messages.plateOrChassisRequired }
  return null
}

/** Returns the fields of a record in its stage: before its visit it has no entry, no exit and no status of its own. */
export const fieldsOfStage = <Fields extends StageFields>(fields: Fields, stage: Stage): Fields =>
  stage === 'visit' ? fields : { ...fields, giris_tarihi: null, cikis_tarihi: null, durum: DURUM_DEVAM }
type StageFields = { giris_tarihi: Day | null; cikis_tarihi: Day | null; durum: string }

/** The statuses with a meaning, by their folded texts. */
const MEANINGS = new Map([DURUM_DEVAM, DURUM_TAMAM, DURUM_IPTAL].map((durum) => [foldName(durum), durum]))
const SPELLINGS: ReadonlySet<string> = new Set(MEANINGS.values())

/**
 * Returns a status in the spelling of the form, in whatever case it is stored ('İPTAL'); any other text is unchanged.
 */
export const statusOf = (durum: string): string =>
  SPELLINGS.has(durum) ? durum : (MEANINGS.get(foldName(durum)) ?? durum)

export const isCompleted = ({ durum }: { durum: string }): boolean => statusOf(durum) === DURUM_TAMAM

/**
 * Returns the exit date of a record whose status is set in the list: a completed record without a date left today
 * (decisions: status).
 */
export const exitDay = (durum: string, cikis_tarihi: Day | null, today: Day): Day | null =>
  cikis_tarihi ?? (isCompleted({ durum }) ? today : null)

/** Returns whether the shop still has the work to do (decisions: status). */
export const isOpenWork = ({ durum, cikis_tarihi }: { durum: string; cikis_tarihi: Day | null }): boolean =>
  statusOf(durum) === DURUM_DEVAM || cikis_tarihi === null

/**
 * Returns whether a record has income. A cancelled one has none, but it and its operations are counted (decisions:
 * income).
 */
export const hasIncome = ({ durum }: { durum: string }): boolean => statusOf(durum) !== DURUM_IPTAL

/** Returns a record's title in the change log: plate and customer. */
export const kayitTitle = ({
  plaka,
  musteri_adi_soyadi,
}: {
  plaka: string
  musteri_adi_soyadi: string
}): string => [plaka, musteri_adi_soyadi].filter((text) => text !== '').join(' · ')

/** Returns make and model, '' if both are missing. */
export const carName = ({ arac_marka, arac_model }: { arac_marka: string; arac_model: string }): string =>
  [arac_marka, arac_model].filter(Boolean).join(' ')

/** Returns the day under which a record is listed and counted: its entry date, else its record date (decisions). */
export function recordDay(record: { giris_tarihi: Day | null; kayit_tarihi: Day }): Day {
  return record.giris_tarihi ?? record.kayit_tarihi
}
