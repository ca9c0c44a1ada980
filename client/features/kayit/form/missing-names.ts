import { isBlank } from '#shared/text.ts'

import type { InfoName, InfoValues } from './values.ts'

/** Returns the fields without which a record cannot be saved (specification §5); the plate stands for the car. */
export const missingFields = ({ plaka, sasi_no, musteri_adi_soyadi }: InfoValues): InfoName[] => [
  ...(isBlank(plaka) && isBlank(sasi_no) ? (['plaka'] as const) : []),
  ...(isBlank(musteri_adi_soyadi) ? (['musteri_adi_soyadi'] as const) : []),
]
