import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'

import { MENU_LINE } from '#client/components/menu-panel.tsx'
import { useRight } from '#client/lib/session.ts'

const NAMES = ['plaka', 'musteri_adi_soyadi', 'musteri_tel', 'musteri_talebi'] as const

type Fields = Readonly<Partial<Record<(typeof NAMES)[number], string>>>

/** Returns the fields of a record with which an appointment begins. */
export const appointmentOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, fields[name] ?? '']))

/** The line of a menu that begins an appointment of a car or customer. */
export const BookLine = ({ of: { plaka = '', musteri_adi_soyadi = '', musteri_tel = '' } }: { of: Fields }) =>
  useRight('quotes') && (
    <Link
      to="/books/appointments"
      state={{ appointmentOf: appointmentOf({ plaka, musteri_adi_soyadi, musteri_tel }) }}
      className={MENU_LINE}
    >
      <CalendarPlus aria-hidden />
      Randevu ver
    </Link>
  )
