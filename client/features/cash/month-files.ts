import type { ExportChoice } from '#client/components/export-link.tsx'
import type { Month } from '#shared/date.ts'
import type { Right } from '#shared/staff/rights.ts'

import { nameOfMonth } from './month-picker.tsx'

/** A file of a month. */
export interface MonthFile extends ExportChoice {
  /** 'Döküm' */
  name: string
  hint: string
  /** Whether it contains all others. */
  isWhole?: boolean
}

type Offer = Pick<MonthFile, 'name' | 'hint' | 'path' | 'isWhole'> & { sort?: string }

/** The files for users who may see the month's money. */
const ACCOUNTS: readonly Offer[] = [
  {
    name: 'Hepsi bir arada',
    hint: 'Aşağıdaki dosyaların tümü, tek bir ZIP dosyasında',
    path: 'month',
    isWhole: true,
  },
  { name: 'Döküm', hint: 'Kayıtlar, işlemleri ve giderler; vergi numaralarıyla', path: 'journal' },
  { name: 'Tahsilatlar', hint: 'Ödemeler ve iadeler; ödeme yoluna göre toplamlarla', path: 'payments' },
  {
    name: 'Giderler',
    hint: 'Kategorisi, ödeme yolu ve içindeki KDV ile',
    path: 'expense',
    sort: 'spend_date',
  },
  { name: 'Gün sonları', hint: 'Her günün kasa sayımı, farkı ve sebebi', path: 'day-ends' },
  { name: 'İstatistikler', hint: 'Ayın rakamları, günleri ve en çok kazandıran işler', path: 'stats' },
]

/** The files for the desk without that right; they have no sums (decision 29). */
const LISTS: readonly Offer[] = [
  { name: 'Kayıtlar', hint: 'Ayın kayıtları', path: 'kayit', sort: 'giris_tarihi' },
  { name: 'Tahsilatlar', hint: 'Ödemeler ve iadeler', path: 'payments' },
  { name: 'Gün sonları', hint: 'Her günün kasa sayımı, farkı ve sebebi', path: 'day-ends' },
]

/** Returns the files of a month that the user may have. */
export function monthFiles({ month, year }: Month, rights: readonly Right[]): MonthFile[] {
  const offers = rights.includes('figures') ? ACCOUNTS : LISTS
  return offers.map(({ sort, ...file }) => ({
    ...file,
    title: `${file.name}, ${nameOfMonth({ month, year })}`,
    unit: 'satır',
    params: { month, year, sort, dir: sort && 'asc' },
  }))
}
