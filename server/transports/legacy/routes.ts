import { Hono } from 'hono'
import * as z from 'zod/mini'

import { deleteFeedback, listAllFeedbacks } from '#server/admin/feedbacks.ts'
import { deleteUser, listAllUsers, saveUser } from '#server/admin/operations.ts'
import { type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { deleteExpense, listAllExpenses, saveExpense } from '#server/expense/operations.ts'
import { deleteKayit, getKayit, listAllKayit } from '#server/kayit/operations.ts'
import { saveKayit } from '#server/kayit/save.ts'
import { addFeedback } from '#server/feedback/operations.ts'
import { getSettings, updateSettings } from '#server/settings/operations.ts'
import { changePassword } from '#server/settings/password.ts'
import { getStats } from '#server/stats/operations.ts'
import { feedbackIdInput, userIdInput } from '#shared/admin/schema.ts'
import { expenseFilter, expenseIdInput } from '#shared/expense/schema.ts'
import { feedback } from '#shared/feedback/schema.ts'
import { monthFilter, noInput } from '#shared/fields.ts'
import { kayitIdInput } from '#shared/kayit/ids.ts'
import { belge } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { passwordChangeInput } from '#shared/settings/schema.ts'

import { type LegacyPath, endpoint, listEndpoint, refuse } from './endpoint.ts'
import {
  expenseInputOf,
  legacyExpenseInput,
  legacyFeedbackInput,
  legacySettingsInput,
  legacyUserInput,
} from './inputs.ts'
import {
  kayitInputOf,
  legacyFields,
  legacyIslem,
  legacyKayit,
  legacyKayitInput,
  legacyKayitListItem,
  legacyRow,
  withLira,
} from './kayit.ts'
import { logoPath, uploadLogoPath } from './logo.ts'
import {
  successReply,
  expenseReply,
  itemsOf,
  legacyExpense,
  legacySettings,
  legacyStats,
  legacyUser,
  settingsReply,
  statsReply,
  userReply,
  withMessage,
} from './replies.ts'
import { loginPath, pdfPath, sessionPath } from './token-paths.ts'

/** A response with nothing but a message. */
const saying = (message: string) => ({ reply: () => ({ message }), answer: withMessage({}) })

const id = z.int().check(z.gte(1))
const month = { month: 11, year: 2026 }

/** The old `/api/*.php` paths, one row each. No rule, no message and no SQL lives here. */
export const legacyPaths = {
  'login.php': loginPath,
  'getSession.php': sessionPath,

  'getKayitlar.php': listEndpoint({
    tag: 'Kayıtlar',
    summary: 'Servis kayıtlarını listeler; ay ve yıl verilirse o dönemin kayıtlarını.',
    input: monthFilter,
    run: listAllKayit,
    item: legacyRow,
    reply: (records) => ({ records }),
    answer: successReply({ records: z.array(legacyKayitListItem) }),
    example: month,
  }),
  'getKayit.php': endpoint('POST', {
    tag: 'Kayıtlar',
    summary: 'Bir kaydı işlemleri ve belgeleriyle verir.',
    changesNothing: true,
    input: kayitIdInput,
    run: getKayit,
    reply: ({ kayit, islemler, belgeler }) => ({
      data: { kayit: legacyFields(kayit), islemler: islemler.map(withLira), belgeler },
    }),
    answer: successReply({
      data: z.strictObject({ kayit: legacyKayit, islemler: z.array(legacyIslem), belgeler: z.array(belge) }),
    }),
    example: { kayit_id: 1 },
  }),
  'submitKayit.php': endpoint('POST', {
    tag: 'Kayıtlar',
    summary: 'Kayıt ekler (numara 0 ya da yok) veya günceller; gönderilmeyen alanlar olduğu gibi kalır.',
    keyed: true,
    input: legacyKayitInput,
    form: false,
    run: (ctx, input) => saveKayit(ctx, kayitInputOf(input)),
    reply: ({ kayit: { id }, created }) => ({
      message: created ? messages.kayitCreated : messages.kayitUpdated,
      id,
    }),
    answer: withMessage({ id }),
    example: {
      info: { id: 0, musteri_adi_soyadi: 'Ayşe Işık', plaka: '16 ABC 123', giris_tarihi: '21.11.2026' },
      islemler: [{ id: 0, islem_adi: 'Motor yağı değişimi', islem_adet: 1, islem_fiyat: '1.250,50' }],
    },
  }),
  'deleteKayit.php': endpoint('POST', {
    tag: 'Kayıtlar',
    summary: 'Bir kaydı siler.',
    keyed: true,
    input: kayitIdInput,
    run: deleteKayit,
    ...saying(messages.kayitDeleted),
    example: { kayit_id: 1 },
  }),
  'createPdf.php': pdfPath('vat'),
  'createPdf2.php': pdfPath('plain'),

  'getStats.php': endpoint('GET', {
    tag: 'İstatistikler',
    summary: 'Seçilen ayın ve tüm zamanların sayılarını verir; ay ve yıl verilmezse bugünün ayı sayılır.',
    right: 'figures',
    input: monthFilter,
    run: getStats,
    reply: (stats) => ({ data: statsReply(stats) }),
    answer: successReply({ data: legacyStats }),
    example: month,
  }),
  'expenses.php': listEndpoint({
    tag: 'Giderler',
    summary: 'Giderleri listeler; ay, yıl ve arama metniyle süzülebilir.',
    right: 'figures',
    input: expenseFilter,
    run: listAllExpenses,
    item: expenseReply,
    reply: (items) => ({ data: { items } }),
    answer: itemsOf(legacyExpense),
    example: { ...month, q: 'kira' },
  }),
  'expenseUpsert.php': endpoint('POST', {
    tag: 'Giderler',
    summary: 'Gider ekler (numara 0 ya da yok) veya günceller.',
    right: 'figures',
    keyed: true,
    input: legacyExpenseInput,
    run: (ctx, input) => saveExpense(ctx, expenseInputOf(input)),
    reply: ({ id, created }) => ({ message: created ? messages.kayitCreated : messages.kayitUpdated, id }),
    answer: withMessage({ id }),
    example: { id: 0, title: 'Kira', amount: '15.250,75', spend_date: '05.11.2026', note: 'Elden' },
  }),
  'expenseDelete.php': endpoint('POST', {
    tag: 'Giderler',
    summary: 'Bir gideri siler.',
    right: 'figures',
    keyed: true,
    input: expenseIdInput,
    run: deleteExpense,
    ...saying(messages.kayitDeleted),
    example: { id: 1 },
  }),

  'settings.php': endpoint('GET', {
    tag: 'Ayarlar',
    summary: 'Firma bilgilerini ve lisansı verir.',
    right: 'settings',
    input: noInput,
    run: getSettings,
    reply: (settings) => ({ data: settingsReply(settings) }),
    answer: successReply({ data: legacySettings }),
    example: {},
  }),
  'settingsUpdate.php': endpoint('POST', {
    tag: 'Ayarlar',
    summary: 'Firma bilgilerini kaydeder; gönderilmeyen alanlar olduğu gibi kalır.',
    right: 'settings',
    keyed: true,
    input: legacySettingsInput,
    run: updateSettings,
    ...saying(messages.settingsSaved),
    example: { company_name: 'Işık Oto', output_format: 'PDF', company_tel: '0224 123 45 67' },
  }),
  'uploadLogo.php': uploadLogoPath,
  logo: logoPath,
  'changePassword.php': endpoint('POST', {
    tag: 'Ayarlar',
    summary: 'Parolayı değiştirir; aynı kullanıcının öteki oturumları kapanır.',
    input: passwordChangeInput,
    run: changePassword,
    ...saying(messages.passwordChanged),
    example: { current_password: 'Parola-1234', new_password: 'Yeni-Parola-5678' },
    tooMany: true,
  }),
  'addFeedback.php': endpoint('POST', {
    tag: 'Geri bildirim',
    summary: 'Yöneticilere bir mesaj gönderir.',
    keyed: true,
    input: legacyFeedbackInput,
    run: addFeedback,
    ...saying(messages.feedbackSent),
    example: { subject: 'Yazıcı ayarı', message: 'PDF çıktısı kâğıda sığmıyor.' },
    tooMany: true,
  }),

  'admin/users.php': endpoint('GET', {
    tag: 'Yönetim',
    summary: 'Bütün kullanıcıları listeler.',
    access: 'admin',
    input: noInput,
    run: listAllUsers,
    reply: (users) => ({ data: { items: users.map(userReply) } }),
    answer: itemsOf(legacyUser),
    example: {},
  }),
  'admin/user_upsert.php': endpoint('POST', {
    tag: 'Yönetim',
    summary: 'Kullanıcı ekler (numara 0 ya da yok; parola zorunlu) veya günceller.',
    access: 'admin',
    keyed: true,
    input: legacyUserInput,
    run: saveUser,
    reply: ({ id }) => ({ message: messages.userSaved, id }),
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
  }),
  'admin/user_delete.php': endpoint('POST', {
    tag: 'Yönetim',
    summary: 'Bir kullanıcıyı siler; oturumları kapanır.',
    access: 'admin',
    keyed: true,
    input: userIdInput,
    run: deleteUser,
    ...saying(messages.userDeleted),
    example: { id: 2 },
  }),
  'admin/feedbacks.php': endpoint('GET', {
    tag: 'Yönetim',
    summary: 'Bütün geri bildirimleri listeler.',
    access: 'admin',
    input: noInput,
    run: listAllFeedbacks,
    reply: (items) => ({ data: { items } }),
    answer: itemsOf(feedback),
    example: {},
  }),
  'admin/feedback_delete.php': endpoint('POST', {
    tag: 'Yönetim',
    summary: 'Bir geri bildirimi siler.',
    access: 'admin',
    keyed: true,
    input: feedbackIdInput,
    run: deleteFeedback,
    ...saying(messages.feedbackDeleted),
    example: { id: 1 },
  }),
} satisfies Record<string, LegacyPath>

export function legacyRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const [path, { handle }] of Object.entries(legacyPaths)) app.all(`/${path}`, handle)
  app.all('*', (c) => refuse(c, new HttpRefusal(404, messages.notFoundPath)))
  return app
}
