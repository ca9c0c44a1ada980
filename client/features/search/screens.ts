import type { LinkProps } from '@tanstack/react-router'
import {
  BellRing,
  BookOpenText,
  CarFront,
  ChartColumn,
  FileClock,
  House,
  LifeBuoy,
  Plus,
  ReceiptText,
  Settings,
  ShieldUser,
  Recycle,
  UsersRound,
  Wallet,
  Wrench,
} from 'lucide-react'

import { foldPlain, searchPatterns } from '#shared/turkish.ts'

import type { ScreenUser } from './search-user.ts'

/** Address of a hit. */
export type Address = Pick<LinkProps, 'to' | 'params' | 'search'>

export interface ScreenEntry {
  name: string
  /** Further words that find the screen. */
  words: string
  address: Address
  Icon: typeof House
  forAdmins?: true
  /** True for screens about money, which staff see only if the owner allows it. */
  isMoney?: true
  /** True for screens about payments. */
  isTill?: true
  /** True for screens about appointments and reminders, of which a mechanic has none. */
  isEarly?: true
  /** True for screens about deleted or changed data, which a mechanic may not restore. */
  isTrash?: true
}

/** Screens in the order of the navigation, with their tasks. */
const SCREENS: readonly ScreenEntry[] = [
  {
    name: 'Anasayfa',
    words: 'bugün serviste özet lisans paket',
    address: { to: '/dashboard' },
    Icon: House,
  },
  {
    name: 'Yeni kayıt',
    words: 'ekle aç araç kabul iş emri',
    address: { to: '/book/$id', params: { id: '0' } },
    Icon: Plus,
  },
  {
    name: 'Kayıtlar',
    words: 'servis liste işler dışa aktar excel pdf',
    address: { to: '/books' },
    Icon: BookOpenText,
  },
  {
    name: 'Açık işler',
    words: 'kayıtlar devam eden serviste bekleyen',
    address: { to: '/books', search: { open: true } },
    Icon: Wrench,
  },
  {
    name: 'Hatırlatmalar',
    words: 'bakım muayene sigorta kasko garanti zamanı gelen ara',
    address: { to: '/reminders' },
    Icon: BellRing,
    isEarly: true,
  },
  {
    name: 'Gün sonu',
    words: 'kasa sayım nakit çekmece günü kapat fark',
    address: { to: '/cash' },
    Icon: Wallet,
    isTill: true,
  },
  {
    name: 'Alacaklar',
    words: 'kasa kim borçlu veresiye kalan cari ödenmemiş yaşlandırma',
    address: { to: '/cash/debts' },
    Icon: Wallet,
    isTill: true,
  },
  {
    name: 'Ay sonu',
    words: 'kasa muhasebeci muhasebe dosya zip aylık rapor kdv tahmini kapanış',
    address: { to: '/cash/month' },
    Icon: Wallet,
    isTill: true,
  },
  {
    name: 'Giderler',
    words: 'masraf harcama ödeme kira fatura',
    address: { to: '/expense' },
    Icon: ReceiptText,
    isMoney: true,
  },
  {
    name: 'Araçlar',
    words: 'plaka şasi marka model geçmiş gelişler birleştir',
    address: { to: '/vehicles' },
    Icon: CarFront,
  },
  {
    name: 'Müşteriler',
    words: 'ad telefon vergi geçmiş gelişler cari birleştir',
    address: { to: '/customers' },
    Icon: UsersRound,
  },
  {
    name: 'İstatistikler',
    words: 'rapor gelir gider kâr zarar ciro aylık yıllık grafik',
    address: { to: '/stats' },
    Icon: ChartColumn,
    isMoney: true,
  },
  {
    name: 'Geçmiş',
    words: 'değişiklikler kim ne zaman değiştirdi günlük',
    address: { to: '/changes' },
    Icon: FileClock,
    isTrash: true,
  },
  {
    name: 'Çöp kutusu',
    words: 'silinen silinmiş geri al getir kurtar',
    address: { to: '/changes', search: { tab: 'trash' } },
    Icon: Recycle,
    isTrash: true,
  },
  {
    name: 'Ayarlar',
    words: 'firma logo parola şifre lisans oturumlar kdv profil çalışanlar personel kişisel veriler kvkk',
    address: { to: '/settings' },
    Icon: Settings,
  },
  {
    name: 'Destek',
    words: 'yardım kılavuz iletişim sorular mesaj geri bildirim',
    address: { to: '/feedbacks' },
    Icon: LifeBuoy,
  },
  {
    name: 'Yönetim',
    words: 'yönetici kullanıcılar hesaplar geri bildirimler',
    address: { to: '/admin' },
    Icon: ShieldUser,
    forAdmins: true,
  },
]

/**
 * Returns the screens in which every typed word begins a word, in any spelling ('istatistik', 'KAR'); all of them for
 * an empty text. Screens found by their name come first.
 */
export function findScreens(query: string, user: ScreenUser): ScreenEntry[] {
  const typed = searchPatterns(query).plainWords
  const screens = SCREENS.filter(
    ({ forAdmins, isMoney, isTill, isEarly, isTrash }) =>
      (user.isAdmin || !forAdmins) &&
      (user.hasFigures || !isMoney) &&
      (user.hasPayments || !isTill) &&
      (user.hasQuotes || !isEarly) &&
      (user.hasTrash || !isTrash),
  )
  const inName = ({ name }: ScreenEntry) => begins(name, typed)
  const found = screens.filter(({ name, words }) => begins(`${name} ${words}`, typed))
  return [...found.filter(inName), ...found.filter((screen) => !inName(screen))]
}

function begins(text: string, typed: readonly string[]): boolean {
  const words = foldPlain(text).split(' ')
  return typed.every((start) => words.some((word) => word.startsWith(start)))
}
