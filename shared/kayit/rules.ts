import type { Day } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { DURUM_DEVAM, DURUM_IPTAL, DURUM_TAMAM } from '#shared/options.ts'

type Problem = { field: string; message: string }

/**
 * The problem that prevents saving a record (specification §5, record save), or `null`. `field` is the input's
 * name below `info`.
 */
export function kayitProblem(info: {
  musteri_adi_soyadi: string
  plaka: string
  sasi_no: string
}): Problem | null {
  if (info.musteri_adi_soyadi.trim() === '')
    return { field: 'musteri_adi_soyadi', message: messages.customerRequired }
  if (info.plaka.trim() === '' && info.sasi_no.trim() === '')
    return { field: 'plaka', message: messages.plateOrChassisRequired }
  return null
}

/**
 * The exit date of a record whose status is set in the list: one that is completed without a date left today
 * (decisions: status).
 */
export const exitDay = (durum: string, cikis_tarihi: Day | null, today: Day): Day | null =>
  cikis_tarihi ?? (durum === DURUM_TAMAM ? today : null)

/** Whether the shop still has the work to do (decisions: status). */
export const isOpenWork = ({ durum, cikis_tarihi }: { durum: string; cikis_tarihi: Day | null }): boolean =>
  durum === DURUM_DEVAM || cikis_tarihi === null

/** A cancelled record counts, with its operations, but has no income (decisions: income). */
export const hasIncome = ({ durum }: { durum: string }): boolean => durum !== DURUM_IPTAL

/** Make and model, '' where both are missing. */
export const carName = ({ arac_marka, arac_model }: { arac_marka: string; arac_model: string }): string =>
  [arac_marka, arac_model].filter(Boolean).join(' ')

/** The day under which a record is listed and counted: its entry date, else its record date (decisions). */
export function recordDay(record: { giris_tarihi: Day | null; kayit_tarihi: Day }): Day {
  return record.giris_tarihi ?? record.kayit_tarihi
}
