import type { LinkProps } from '@tanstack/react-router'
import {
  BookOpenText,
  CarFront,
  ChartColumn,
  House,
  LifeBuoy,
  LogOut,
  Plus,
  ReceiptText,
  Settings,
  ShieldUser,
  UsersRound,
  Wallet,
} from 'lucide-react'

export interface Entry {
  link: Pick<LinkProps, 'to' | 'params'>
  /** Whether the link leads to the user's last view of the list. */
  isList?: boolean
  label: string
  Icon: typeof House
  /**
   * `bar` is always in a phone's bottom bar, `phone` only there, `desk` only elsewhere; `quiet` is an icon with its name
   * on a desktop. Other entries are words, and those without a place in the bar lines of a phone's menu.
   */
  slot?: 'bar' | 'phone' | 'desk' | 'quiet'
  /** The prop of the header that must be true for the entry to be shown. */
  only?: 'isAdmin' | 'hasFigures' | 'hasPayments'
}

const NEW = { link: { to: '/book/$id', params: { id: '0' } }, label: 'Yeni', Icon: Plus } as const
export const HOME: Entry = { link: { to: '/dashboard' }, label: 'Anasayfa', Icon: House, slot: 'bar' }
const ADMIN = { link: { to: '/admin' }, label: 'Yönetim', Icon: ShieldUser, only: 'isAdmin' } as const
const WORK: Entry[] = [
  { link: { to: '/books' }, isList: true, label: 'Kayıtlar', Icon: BookOpenText, slot: 'bar' },
  { ...NEW, slot: 'phone' },
  { link: { to: '/vehicles' }, label: 'Araçlar', Icon: CarFront },
  { link: { to: '/customers' }, label: 'Müşteriler', Icon: UsersRound },
  { link: { to: '/cash' }, label: 'Kasa', Icon: Wallet, slot: 'bar', only: 'hasPayments' },
  { link: { to: '/expense' }, label: 'Giderler', Icon: ReceiptText, only: 'hasFigures' },
  { link: { to: '/stats' }, label: 'İstatistikler', Icon: ChartColumn, only: 'hasFigures' },
]
const OTHER: Entry[] = [
  { link: { to: '/settings' }, label: 'Ayarlar', Icon: Settings, slot: 'quiet' },
  { link: { to: '/feedbacks' }, label: 'Destek', Icon: LifeBuoy, slot: 'quiet' },
]
export const ENTRIES: Entry[] = [
  HOME,
  ...WORK,
  ...OTHER,
  { ...ADMIN, slot: 'quiet' },
  { ...NEW, slot: 'desk' },
]
/** The entries of an administrator without a shop of their own: those of a shop's work are icons. */
export const ADMIN_ENTRIES: Entry[] = [
  HOME,
  { ...ADMIN, slot: 'bar' },
  ...[...WORK, ...OTHER].flatMap((entry): Entry[] =>
    entry.slot === 'phone' ? [] : [{ ...entry, slot: 'quiet' }],
  ),
]

export const LOGOUT = { label: 'Çıkış', Icon: LogOut, slot: 'quiet' } as const
