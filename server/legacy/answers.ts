import * as z from 'zod/mini'

import type { Feedback, User } from '#shared/admin/schema.ts'
import type { SessionUser } from '#shared/auth/schema.ts'
import type { Expense } from '#shared/expense/schema.ts'
import type { Settings } from '#shared/settings/schema.ts'
import type { Stats } from '#shared/stats/schema.ts'

/** The answers' parts as schemas, for the description of the old paths; the types are those of the features. */
const id = z.int().check(z.gte(0))
const count = z.int().check(z.gte(0))
const text = z.string()
const lira = z.number()
const day = z.iso.date()
const dayOrNone = z.union([day, z.literal('')])

export const sessionUser = z.strictObject({
  id,
  username: text,
  auth: z.int(),
  company_name: text,
  license_type: text,
  license_end_date: dayOrNone,
}) satisfies z.ZodMiniType<SessionUser>

const dayCounts = z.array(z.strictObject({ label: day, adet: count }))
const dayAmounts = z.array(z.strictObject({ label: day, tutar: lira }))

export const stats = z.strictObject({
  durumlara_gore_kayit: z.array(z.strictObject({ durum: text, adet: count })),
  son_ay_kayit_sayisi: count,
  toplam_kayit_sayisi: count,
  toplam_gelir: lira,
  toplam_gider: lira,
  son_ay_gelir: lira,
  son_ay_gider: lira,
  en_fazla_islemler: z.array(z.strictObject({ islem_adi_upper: text, toplam_islem_adeti: count })),
  gunluk_kayit_sayisi: dayCounts,
  gunluk_gelir: dayAmounts,
  gunluk_gider: dayAmounts,
  gunluk_gelir_sayisi: dayCounts,
  gunluk_gider_sayisi: dayCounts,
}) satisfies z.ZodMiniType<Stats>

export const expense = z.strictObject({
  id,
  title: text,
  amount: lira,
  spend_date: day,
  spread_date: z.exactOptional(day),
  note: text,
  month_label: text,
}) satisfies z.ZodMiniType<Expense>

export const settings = z.strictObject({
  company_name: text,
  output_format: text,
  logo_url: text,
  license_type: text,
  license_end: dayOrNone,
  company_tel: text,
  company_adress: text,
}) satisfies z.ZodMiniType<Settings>

export const user = z.strictObject({
  id,
  username: text,
  email: text,
  name_surname: text,
  company_name: text,
  company_tel: text,
  company_adress: text,
  company_logo: text,
  license_type: text,
  license_end_date: dayOrNone,
  auth: z.int(),
}) satisfies z.ZodMiniType<User>

export const feedback = z.strictObject({
  id,
  user_id: id,
  sender_name: text,
  sender_phone: text,
  sender_email: text,
  subject: text,
  message: text,
  created_at: z.iso.datetime(),
}) satisfies z.ZodMiniType<Feedback>
