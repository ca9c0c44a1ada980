import * as z from 'zod/mini'

import { type User, user } from '#shared/admin/schema.ts'
import { type SessionUser, sessionUser } from '#shared/auth/schema.ts'
import { monthLabel } from '#shared/date.ts'
import { type Expense, expense } from '#shared/expense/schema.ts'
import { kurusToLira } from '#shared/money.ts'
import { type Settings, settings } from '#shared/settings/schema.ts'
import { type DayAmount, type Stats, stats } from '#shared/stats/schema.ts'
import { count, day } from '#shared/values.ts'

// The operations' results in the old contract's form: lira, '' for an empty day, no versions. Each schema describes the
// result of the function below it (openapi.ts).

/** Returns the schema of the response to a call that was carried out. */
export const successReply = <S extends z.core.$ZodLooseShape>(fields: S) =>
  z.strictObject({ success: z.literal(true), ...fields })
export const withMessage = <S extends z.core.$ZodLooseShape>(fields: S) =>
  successReply({ message: z.string(), ...fields })
export const itemsOf = (item: z.ZodMiniType) =>
  successReply({ data: z.strictObject({ items: z.array(item) }) })

export const lira = z.number()
export const dayOrNone = z.union([day, z.literal('')])

const SESSION_FIELDS = {
  id: true,
  username: true,
  auth: true,
  company_name: true,
  license_type: true,
} as const

export const legacySessionUser = z.extend(z.pick(sessionUser, SESSION_FIELDS), {
  license_end_date: dayOrNone,
})

export function sessionUserReply(found: SessionUser): z.output<typeof legacySessionUser> {
  const { id, username, auth, company_name, license_type, license_end_date } = found
  return { id, username, auth, company_name, license_type, license_end_date: license_end_date ?? '' }
}

const legacyDayAmount = z.strictObject({ label: day, tutar: lira })

const dayAmountReply = ({ label, tutar_kurus }: DayAmount) => ({ label, tutar: kurusToLira(tutar_kurus) })

export const legacyStats = z.strictObject({
  durumlara_gore_kayit: stats.shape.durumlara_gore_kayit,
  son_ay_kayit_sayisi: count,
  toplam_kayit_sayisi: count,
  toplam_gelir: lira,
  toplam_gider: lira,
  son_ay_gelir: lira,
  son_ay_gider: lira,
  en_fazla_islemler: stats.shape.en_fazla_islemler,
  gunluk_kayit_sayisi: stats.shape.gunluk_kayit_sayisi,
  gunluk_gelir: z.array(legacyDayAmount),
  gunluk_gider: z.array(legacyDayAmount),
  gunluk_gelir_sayisi: stats.shape.gunluk_gelir_sayisi,
  gunluk_gider_sayisi: stats.shape.gunluk_gider_sayisi,
})

/** Returns the statistics in the order of the old path. */
export const statsReply = (found: Stats): z.output<typeof legacyStats> => ({
  durumlara_gore_kayit: found.durumlara_gore_kayit,
  son_ay_kayit_sayisi: found.son_ay_kayit_sayisi,
  son_ay_gelir: kurusToLira(found.son_ay_gelir_kurus),
  gunluk_kayit_sayisi: found.gunluk_kayit_sayisi,
  gunluk_gelir: found.gunluk_gelir.map(dayAmountReply),
  gunluk_gelir_sayisi: found.gunluk_gelir_sayisi,
  son_ay_gider: kurusToLira(found.son_ay_gider_kurus),
  gunluk_gider: found.gunluk_gider.map(dayAmountReply),
  gunluk_gider_sayisi: found.gunluk_gider_sayisi,
  en_fazla_islemler: found.en_fazla_islemler,
  toplam_kayit_sayisi: found.toplam_kayit_sayisi,
  toplam_gelir: kurusToLira(found.toplam_gelir_kurus),
  toplam_gider: kurusToLira(found.toplam_gider_kurus),
})

const { id, title, spend_date, note } = expense.shape

export const legacyExpense = z.strictObject({
  id,
  title,
  amount: lira,
  spend_date,
  spread_date: z.exactOptional(day),
  note,
  month_label: z.string(),
})

/** Returns an expense, with the second date only when there is one. */
export const expenseReply = (found: Expense): z.output<typeof legacyExpense> => ({
  id: found.id,
  title: found.title,
  amount: kurusToLira(found.amount_kurus),
  spend_date: found.spend_date,
  ...(found.spread_date !== null && { spread_date: found.spread_date }),
  note: found.note,
  month_label: monthLabel(found.spend_date),
})

const PAGE_ONLY = { prices_with_vat: true, idle_minutes: true, version: true } as const
export const legacySettings = z.extend(z.omit(settings, PAGE_ONLY), { license_end: dayOrNone })

export function settingsReply(found: Settings): z.output<typeof legacySettings> {
  const { prices_with_vat: _with, idle_minutes: _idle, version: _, ...rest } = found
  return { ...rest, license_end: rest.license_end ?? '' }
}

export const legacyUser = z.extend(z.omit(user, { version: true }), { license_end_date: dayOrNone })

export function userReply(found: User): z.output<typeof legacyUser> {
  const { version: _, license_end_date, ...rest } = found
  return { ...rest, license_end_date: license_end_date ?? '' }
}
