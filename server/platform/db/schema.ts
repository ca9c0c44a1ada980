import type { ColumnType, Generated } from 'kysely'

import type { UserRole } from '#shared/staff/rights.ts'

import type { ItemMemoryTable, ItemPackageTable, ItemPriceTable } from './item-tables.ts'
import type { ChangeTable } from './schema-changes.ts'
import type { CreatedAt, Day } from './schema-columns.ts'
import type { RecoveryCodesTable, SecondFactorsTable } from './schema-factors.ts'
import type { CustomerTable, VehicleTable } from './schema-links.ts'
import type {
  ConsentsTable,
  ConsentTextsTable,
  ErasureRegisterTable,
  ShopsTable,
  ShopUsageTable,
} from './schema-shops.ts'
import type { DataRequestTable, ErasureTable } from './schema-personal-data.ts'
import type { LoginTables } from './schema-logins.ts'

export type { ChangeTable } from './schema-changes.ts'
export type { CustomerTable, VehicleTable } from './schema-links.ts'

/** A person: the owner of a shop, or one of its staff. */
export interface UsersTable {
  id: Generated<number>
  /** The owner's is the own id. */
  shop_id: number
  role: UserRole
  username: string
  /** `username` folded for comparing (decisions: user names). Unique among those not deleted. */
  username_key: string
  email: string
  /** Empty for the first administrator, who has no e-mail. Otherwise unique among those not deleted. */
  email_key: string
  password_hash: string
  name_surname: Generated<string>
  auth: Generated<number>
  /** Whether staff see expenses and statistics. */
  sees_figures: Generated<boolean>
  /** JSON (shared/settings/preferences.ts). */
  preferences: Generated<string>
  /** The owner's also counts the changes of the shop's facts. */
  version: Generated<number>
  created_at: CreatedAt
  deleted_at: Generated<Date | null>
  /** Name and password are gone for good. */
  erased_at: Generated<Date | null>
  /** `null`: nobody has logged in to the account yet, so the first device is no news. */
  first_login_at: Generated<Date | null>
  /** The user who made the account, and, as older versions read it, the last one of `access_change`. */
  created_by: Generated<number | null>
  access_changed_by: Generated<number | null>
  access_changed_at: Generated<Date | null>
}

/** The re-encoded PNG of a shop's logo. */
interface LogoTable {
  shop_id: number
  png: Uint8Array
  width: number
  height: number
  /** When it was uploaded; a new logo replaces the row's content. */
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface KayitTable {
  shop_id: number
  id: Generated<number>
  musteri_adi_soyadi: string
  musteri_tel: string
  musteri_talebi: string
  sasi_no: string
  arac_marka: string
  arac_model: string
  km_bilgisi: number | null
  model_yili: number | null
  motor_no: string
  tc_vergino: string
  plaka: string
  aciklama: string
  /** Only the page shows it: no document, no old path. */
  private_note: Generated<string>
  durum: string
  giris_tarihi: Day | null
  cikis_tarihi: Day | null
  kayit_tarihi: Day
  /** The record's day: entry date, else record date (decisions: the day of a record). */
  day: Day
  /** Search texts: the customer's name, plate and chassis number, the phone's digits, the name without its marks. */
  search_name: string
  search_vehicle: string
  search_phone: Generated<string>
  search_plain: Generated<string>
  /** Turkish sort keys. */
  customer_sort_key: string
  vin_sort_key: string
  plate_sort_key: string
  status_sort_key: string
  islem_sayisi: number
  toplam_kurus: number
  /** The car and the customer; null only in records of an older version that are not linked yet. */
  vehicle_id: Generated<number | null>
  customer_id: Generated<number | null>
  version: Generated<number>
  created_at: CreatedAt
  updated_at: ColumnType<Date, Date | undefined, Date>
  deleted_at: Generated<Date | null>
}

export interface IslemTable {
  shop_id: number
  id: Generated<number>
  kayit_id: number
  /** Position within the record, from 0. */
  position: number
  islem_adi: string
  /** The name upper-cased by Turkish rules and trimmed: what the top operations group by. */
  islem_adi_upper: string
  islem_adet: number
  /** VAT-inclusive unit price. */
  fiyat_kurus: number
}

interface BelgeTable {
  shop_id: number
  id: Generated<number>
  kayit_id: number
  ad: string
  tur: string
  boyut: number
  url: string
  created_at: CreatedAt
}

export interface ExpenseTable {
  shop_id: number
  id: Generated<number>
  title: string
  amount_kurus: number
  spend_date: Day
  spread_date: Day | null
  note: string
  /** Search text: title and note. */
  search_text: string
  /** The same without Turkish marks. */
  search_plain: Generated<string>
  /** Turkish sort key. */
  title_sort_key: string
  version: Generated<number>
  created_at: CreatedAt
  updated_at: ColumnType<Date, Date | undefined, Date>
  deleted_at: Generated<Date | null>
}

/** A shop's materialised totals of one month, updated in the same transaction as the rows that they sum. */
export interface MonthTotalsTable {
  shop_id: number
  /** First day of the month. */
  month: Day
  kayit_sayisi: number
  gelir_kurus: number
  gider_kurus: number
}

/** A shop's totals of one day and status, updated like the month totals; a row that counts nothing is removed. */
export interface DayTotalsTable {
  shop_id: number
  /** First day of the month. */
  month: Day
  day: Day
  durum: string
  count: number
  /** How many of them have a total above 0. */
  priced_count: number
  toplam_kurus: number
}

/** Counts of a shop's records by month and status, for the sizes of lists. */
export interface StatusTotalsTable {
  shop_id: number
  /** First day of the month. */
  month: Day
  durum: string
  count: number
}

/** Sums of a shop's records by month and make, as it is written. */
export interface MakeTotalsTable {
  shop_id: number
  /** First day of the month. */
  month: Day
  arac_marka: string
  count: number
  /** Without cancelled records. */
  gelir_kurus: number
}

/** How often an operation occurs in a shop's records of a month, and its income; updated like the month totals. */
export interface OperationTotalsTable {
  shop_id: number
  /** First day of the month. */
  month: Day
  islem_adi_upper: string
  /** Turkish sort key of the name. */
  name_sort_key: string
  /** The sum of the quantities. */
  count: number
  /** The sum of quantity × price, without cancelled records. */
  gelir_kurus: number
}

export interface FeedbackTable {
  shop_id: number
  id: Generated<number>
  subject: string
  message: string
  sender_name: string
  sender_phone: string
  sender_email: string
  /** Search text: sender, subject and message. */
  search_text: string
  /** Turkish sort keys. */
  sender_sort_key: string
  email_sort_key: string
  subject_sort_key: string
  created_at: CreatedAt
  deleted_at: Generated<Date | null>
}

/**
 * A key that a caller created for one change, and its result, so that a retry changes nothing twice: for the page
 * the thing that was created, for an integrator the response to the call.
 */
export interface IdempotencyKeysTable {
  shop_id: number
  key: string
  operation: string
  target_id: number | null
  target_version: Generated<number | null>
  /** HMAC-SHA-256 of the input, without passwords, with the text of the key as its secret. */
  request_sha256: Generated<string | null>
  /** The response to an integrator's call, as JSON. */
  answer: Generated<string | null>
  created_at: ColumnType<Date, Date, never>
}

export interface DB extends LoginTables {
  shops: ShopsTable
  users: UsersTable
  logo: LogoTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  consents: ConsentsTable
  consent_texts: ConsentTextsTable
  shop_usage: ShopUsageTable
  erasure_register: ErasureRegisterTable
  kayit: KayitTable
  vehicle: VehicleTable
  customer: CustomerTable
  islem: IslemTable
  belge: BelgeTable
  expense: ExpenseTable
  month_totals: MonthTotalsTable
  day_totals: DayTotalsTable
  operation_totals: OperationTotalsTable
  status_totals: StatusTotalsTable
  make_totals: MakeTotalsTable
  item_memory: ItemMemoryTable
  item_price: ItemPriceTable
  item_package: ItemPackageTable
  feedback: FeedbackTable
  idempotency_keys: IdempotencyKeysTable
  change: ChangeTable
  erasure: ErasureTable
  data_request: DataRequestTable
}
