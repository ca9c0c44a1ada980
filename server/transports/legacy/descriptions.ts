import * as z from 'zod/mini'

import { feedback } from '#shared/feedback/schema.ts'
import { belge } from '#shared/kayit/schema.ts'

import { legacyIslem, legacyKayit, legacyKayitListItem } from './kayit.ts'
import { legacyExpense, legacySessionUser, legacySettings, legacyStats, legacyUser } from './replies.ts'
import type { legacyPaths } from './routes.ts'

/** The part of a path's description that is not in the table: texts for a reader, the response, an example. */
export type Description = {
  tag: string
  summary: string
  /** The body of a successful response, or the type of its file. */
  answer: z.ZodMiniType | 'application/pdf' | 'image/png'
  /** A working call: its query or its body. */
  example: Record<string, unknown>
  /** Where the session's token may be sent besides header and cookie. */
  sessionIn?: 'query' | 'body'
  /** Counts calls, and refuses with 429 when there are too many. */
  tooMany?: true
}

/** A placeholder in examples for the token that `login.php` returned. */
export const TOKEN_EXAMPLE = 'TOKEN'

const done = <S extends z.core.$ZodLooseShape>(fields: S) =>
  z.strictObject({ success: z.literal(true), ...fields })
const withMessage = <S extends z.core.$ZodLooseShape>(fields: S) => done({ message: z.string(), ...fields })
const id = z.int().check(z.gte(1))
const itemsOf = (item: z.ZodMiniType) => done({ data: z.strictObject({ items: z.array(item) }) })

const month = { month: 11, year: 2026 }

/** One description for each row of the table. */
export const descriptions = {
  'login.php': {
    tag: 'Oturum',
    summary: 'Oturum açar ve 12 saat geçerli bir anahtar verir.',
    answer: withMessage({ token: z.string() }),
    example: { username: 'usta', password: 'Parola-1234' },
    tooMany: true,
  },
  'getSession.php': {
    tag: 'Oturum',
    summary: 'Anahtarın kime ait olduğunu söyler.',
    answer: done({ user: legacySessionUser }),
    example: { session_id: TOKEN_EXAMPLE },
    sessionIn: 'body',
  },
  'getKayitlar.php': {
    tag: 'Kayıtlar',
    summary: 'Servis kayıtlarını listeler; ay ve yıl verilirse o dönemin kayıtlarını.',
    answer: done({ records: z.array(legacyKayitListItem) }),
    example: month,
  },
  'getKayit.php': {
    tag: 'Kayıtlar',
    summary: 'Bir kaydı işlemleri ve belgeleriyle verir.',
    answer: done({
      data: z.strictObject({
        kayit: legacyKayit,
        islemler: z.array(legacyIslem),
        belgeler: z.array(belge),
      }),
    }),
    example: { kayit_id: 1 },
  },
  'submitKayit.php': {
    tag: 'Kayıtlar',
    summary: 'Kayıt ekler (numara 0 ya da yok) veya günceller; gönderilmeyen alanlar olduğu gibi kalır.',
    answer: withMessage({ id }),
    example: {
      info: { id: 0, musteri_adi_soyadi: 'Ayşe Işık', plaka: '16 ABC 123', giris_tarihi: '21.11.2026' },
      islemler: [{ id: 0, islem_adi: 'Motor yağı değişimi', islem_adet: 1, islem_fiyat: '1.250,50' }],
    },
  },
  'deleteKayit.php': {
    tag: 'Kayıtlar',
    summary: 'Bir kaydı siler.',
    answer: withMessage({}),
    example: { kayit_id: 1 },
  },
  'createPdf.php': {
    tag: 'Belgeler',
    summary: 'Kaydın belgesini PDF olarak verir: fiyatlar KDV dahil, tutarlar KDV dahil ve KDV hariç.',
    answer: 'application/pdf',
    example: { id: 1, session_id: TOKEN_EXAMPLE },
    sessionIn: 'query',
  },
  'createPdf2.php': {
    tag: 'Belgeler',
    summary: 'Kaydın belgesini PDF olarak verir: fiyatlar ve tutarlar KDV hariç.',
    answer: 'application/pdf',
    example: { id: 1, session_id: TOKEN_EXAMPLE },
    sessionIn: 'query',
  },
  'getStats.php': {
    tag: 'İstatistikler',
    summary: 'Seçilen ayın ve tüm zamanların sayılarını verir; ay ve yıl verilmezse bugünün ayı sayılır.',
    answer: done({ data: legacyStats }),
    example: month,
  },
  'expenses.php': {
    tag: 'Giderler',
    summary: 'Giderleri listeler; ay, yıl ve arama metniyle süzülebilir.',
    answer: itemsOf(legacyExpense),
    example: { ...month, q: 'kira' },
  },
  'expenseUpsert.php': {
    tag: 'Giderler',
    summary: 'Gider ekler (numara 0 ya da yok) veya günceller.',
    answer: withMessage({ id }),
    example: { id: 0, title: 'Kira', amount: '15.250,75', spend_date: '05.11.2026', note: 'Elden' },
  },
  'expenseDelete.php': {
    tag: 'Giderler',
    summary: 'Bir gideri siler.',
    answer: withMessage({}),
    example: { id: 1 },
  },
  'settings.php': {
    tag: 'Ayarlar',
    summary: 'Firma bilgilerini ve lisansı verir.',
    answer: done({ data: legacySettings }),
    example: {},
  },
  'settingsUpdate.php': {
    tag: 'Ayarlar',
    summary: 'Firma bilgilerini kaydeder; gönderilmeyen alanlar olduğu gibi kalır.',
    answer: withMessage({}),
    example: { company_name: 'Işık Oto', output_format: 'PDF', company_tel: '0224 123 45 67' },
  },
  'uploadLogo.php': {
    tag: 'Ayarlar',
    summary: 'Firma logosunu yükler: PNG, JPG, WebP ya da SVG, en fazla 1 MB.',
    answer: withMessage({ url: z.string() }),
    example: { file: '@logo.png' },
  },
  logo: {
    tag: 'Ayarlar',
    summary: 'Yüklenmiş logoyu PNG olarak verir.',
    answer: 'image/png',
    example: { user: 1 },
  },
  'changePassword.php': {
    tag: 'Ayarlar',
    summary: 'Parolayı değiştirir; aynı kullanıcının öteki oturumları kapanır.',
    answer: withMessage({}),
    example: { current_password: 'Parola-1234', new_password: 'Yeni-Parola-5678' },
    tooMany: true,
  },
  'addFeedback.php': {
    tag: 'Geri bildirim',
    summary: 'Yöneticilere bir mesaj gönderir.',
    answer: withMessage({}),
    example: { subject: 'Yazıcı ayarı', message: 'PDF çıktısı kâğıda sığmıyor.' },
    tooMany: true,
  },
  'admin/users.php': {
    tag: 'Yönetim',
    summary: 'Bütün kullanıcıları listeler.',
    answer: itemsOf(legacyUser),
    example: {},
  },
  'admin/user_upsert.php': {
    tag: 'Yönetim',
    summary: 'Kullanıcı ekler (numara 0 ya da yok; parola zorunlu) veya günceller.',
    answer: withMessage({ id }),
    example: {
      id: 0,
      username: 'kalfa',
      email: 'kalfa@ornek.test',
      company_name: 'Işık Oto',
      license_type: 'Pro',
      license_end_date: '31.12.2027',
      auth: 0,
      new_password: 'Parola-1234',
    },
  },
  'admin/user_delete.php': {
    tag: 'Yönetim',
    summary: 'Bir kullanıcıyı siler; oturumları kapanır.',
    answer: withMessage({}),
    example: { id: 2 },
  },
  'admin/feedbacks.php': {
    tag: 'Yönetim',
    summary: 'Bütün geri bildirimleri listeler.',
    answer: itemsOf(feedback),
    example: {},
  },
  'admin/feedback_delete.php': {
    tag: 'Yönetim',
    summary: 'Bir geri bildirimi siler.',
    answer: withMessage({}),
    example: { id: 1 },
  },
} satisfies Record<keyof typeof legacyPaths, Description>
