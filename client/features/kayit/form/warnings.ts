import { isDay } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import { formatPhone, isModernVin, isTcKimlikNo, isTurkishPlate, isVergiNo } from '#shared/vehicle.ts'

import type { InfoName, InfoValues } from './values.ts'

type Check = (value: string) => boolean

/** What is unusual enough to be worth a second look. None of it keeps a record from being saved. */
const UNUSUAL: Partial<Record<InfoName, { isUsual: Check; sentence: string }>> = {
  plaka: { isUsual: isTurkishPlate, sentence: messages.plateUnusual },
  musteri_tel: {
    isUsual: (text) => /^(?:0 \(\d{3}\) \d{3} \d\d \d\d|444 \d\d \d\d)$/.test(formatPhone(text)),
    sentence: messages.phoneUnusual,
  },
  sasi_no: { isUsual: isModernVin, sentence: messages.vinUnusual },
  tc_vergino: {
    isUsual: (text) => isTcKimlikNo(text.trim()) || isVergiNo(text.trim()),
    sentence: messages.taxNumberUnusual,
  },
}

/** The sentence about an unusual value; `undefined` for a usual or an empty one. */
export function warningOf(name: InfoName, value: string): string | undefined {
  const rule = UNUSUAL[name]
  return rule === undefined || value.trim() === '' || rule.isUsual(value) ? undefined : rule.sentence
}

/** The sentence about a car that left before it came; '' where it did not, or where a date is missing or none. */
export function exitWarning({
  giris_tarihi,
  cikis_tarihi,
}: Pick<InfoValues, 'giris_tarihi' | 'cikis_tarihi'>): string {
  const [entry, exit] = [giris_tarihi, cikis_tarihi]
  return isDay(entry) && isDay(exit) && exit < entry ? messages.exitBeforeEntry : ''
}
