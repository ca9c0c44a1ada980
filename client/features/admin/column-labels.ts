import type { FeedbackSort, UserSort } from '#shared/admin/schema.ts'
import type { ShopSort } from '#shared/admin/shops.ts'

/** Labels of the users' sort columns. */
export const USER_COLUMN_LABELS: Readonly<Record<UserSort, string>> = {
  id: 'No',
  username: 'Kullanıcı adı',
  name_surname: 'Ad soyad',
  email: 'E-posta',
  company_name: 'Firma',
  license_type: 'Lisans',
  license_end_date: 'Bitiş',
  auth: 'Yetki',
}

/** Labels of the feedbacks' sort columns. */
export const FEEDBACK_COLUMN_LABELS: Readonly<Record<FeedbackSort, string>> = {
  created_at: 'Tarih',
  sender_name: 'Gönderen',
  sender_email: 'E-posta',
  subject: 'Konu',
}

/** Labels of the shops' sort columns. */
export const SHOP_COLUMN_LABELS: Readonly<Record<ShopSort, string>> = {
  company_name: 'Firma',
  username: 'Kullanıcı adı',
  staff: 'Çalışan',
  license_end_date: 'Lisans bitişi',
  last_used_at: 'Son kullanım',
  kayit_sayisi: 'Kayıt',
  bytes: 'Dosyalar',
}
