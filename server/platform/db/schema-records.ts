import type { ColumnType, Generated } from 'kysely'

import type { AppointmentState } from '#shared/appointment/rules.ts'
import type { ExpenseMethod } from '#shared/expense/rules.ts'
import type { VatRate } from '#shared/expense/vat.ts'
import type { Stage } from '#shared/kayit/stage.ts'
import type { PaymentKind, PaymentMethod } from '#shared/payment/rules.ts'

/** Totals of the live records of a car or customer and of the rows merged into it. */
interface VisitedRow extends ShopRow {
  /** The number of records. */
  visits: Generated<number>
  /** The sum of their totals, without cancelled records. */
  total_kurus: Generated<number>
  /** The day of the newest; `null` without one. */
  last_day: Generated<Day | null>
  /** The car or customer into which a user merged this one. Records stay with this one, so that it can be undone. */
  merged_into: Generated<number | null>
  /** When its personal data was erased. Since then no record is linked to it, and no visit changes its texts. */
  erased_at: Generated<Date | null>
  /** Search text of make and model, or of the customer's name. */
  search_name: string
  /** Turkish sort key of make and model, or of the customer's name. */
  name_sort_key: string
  /** The day of the visit whose record described it last. */
  seen_day: Day
  created_at: CreatedAt
}

/** The common columns of the shop's price list and its ready packages. */
interface NamedRow extends ShopRow {
  name: string
  /** The name folded as in `islem_adi_upper`. Unique among the shop's rows that are not deleted. */
  name_key: string
  /** Turkish sort key. */
  name_sort_key: string
  version: Generated<number>
  created_at: ColumnType<Date, Date | undefined, never>
  deleted_at: Generated<Date | null>
}

/** A shop's records of cars, customers and work. */
export interface RecordTables {
  kayit: Versioned & {
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
    /** A note that only the page shows: no document, no old path. */
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
    /** Its payments less its refunds. */
    paid_kurus: Generated<number>
    /** A quote or an appointment is a record before its visit (decision 44). */
    stage: Generated<Stage>
    /** The last day of a quote's prices; null in every other record, and for a quote without one. */
    quote_valid_until: Generated<Day | null>
    /** The visit whose customer a quote asks about more work, and when the accepted work was added to it. */
    for_kayit_id: Generated<number | null>
    added_at: Generated<Date | null>
    /** When the car is awaited; stays in a visit that came by appointment, null in every other record. */
    appointment_day: Generated<Day | null>
    /** Minutes since midnight. */
    appointment_start: Generated<number | null>
    appointment_minutes: Generated<number | null>
    appointment_state: Generated<AppointmentState | null>
    /** The car and the customer; null only in records of an older version that are not linked yet. */
    vehicle_id: Generated<number | null>
    customer_id: Generated<number | null>
  }

  islem: ShopRow & {
    kayit_id: number
    /** Position within the record, from 0. */
    position: number
    islem_adi: string
    /** The name upper-cased by Turkish rules and trimmed; the top operations group by it. */
    islem_adi_upper: string
    islem_adet: number
    /** VAT-inclusive unit price; below 0 only in a discount. */
    fiyat_kurus: number
    kind: Generated<'work' | 'discount'>
  }

  belge: ShopRow & {
    kayit_id: number
    ad: string
    tur: string
    boyut: number
    url: string
    created_at: CreatedAt
  }

  /** A car of the shop, as its latest visit described it. */
  vehicle: VisitedRow & {
    plate: string
    /** `vehicleKey` of the plate and of the chassis number. */
    plate_key: string
    vin: string
    vin_key: string
    make: string
    model: string
    model_year: number | null
    engine_no: string
    /** Search text of plate and chassis number, and Turkish sort key of the plate. */
    search_vehicle: string
    plate_sort_key: string
    /** The day on which the shop learned that the customer sold it; a later visit makes it void. */
    sold_on: Generated<Day | null>
  }

  /** A customer of the shop, as the latest visit described them. */
  customer: VisitedRow & {
    name: string
    name_key: string
    phone: string
    phone_key: string
    tax_no: string
    /** The digits of a valid identity or tax number, otherwise ''. */
    tax_key: string
    /** Search texts: the digits of phone and tax number; the name without its Turkish marks. */
    search_number: string
    search_plain: string
    /** The customer's debt when the accounts started; below 0 where the shop owed. */
    opening_kurus: Generated<number>
    /** The customer's payments less refunds on account, since the accounts started. */
    account_kurus: Generated<number>
  }

  expense: Versioned & {
    title: string
    amount_kurus: number
    spend_date: Day
    spread_date: Day | null
    note: string
    /** `null` for an expense of an older version or of an old path. */
    method: ExpenseMethod | null
    /** A category of the shop's list, or one that was removed from it since; '' for none. */
    category: Generated<string>
    /** The rate of the VAT that the amount contains, in percent; `null` for no VAT or an unknown one. */
    vat_rate: VatRate | null
    /** Search text: title and note. */
    search_text: string
    /** The same without Turkish marks. */
    search_plain: Generated<string>
    /** Turkish sort key. */
    title_sort_key: string
  }

  /** Money that the shop took or gave back. Amounts and days never change; a reversal is a row of its own. */
  payment: ShopRow & {
    /** The day on which the money changed hands. */
    day: Day
    kind: PaymentKind
    method: PaymentMethod
    /** Above 0; a refund counts below. */
    amount_kurus: number
    /** The record that it pays. A purged record leaves its payments to its customer, who is `null` until then. */
    kayit_id: number | null
    customer_id: number | null
    note: Generated<string>
    /** The entry that this one cancels; no entry is cancelled twice. */
    reverses: number | null
    /** The day-end that counts it; `null` if it was entered before the drawer was first counted. */
    day_end_number: number | null
    /** The id of the user who entered it, and the user's name at that time. */
    actor_id: number
    actor_name: string
    created_at: ColumnType<Date, Date, never>
  }

  /**
   * A count of the shop's drawer, numbered without gaps; rows are only added. Number 0 is the first count, from which
   * day-end 1 begins.
   */
  day_end: {
    shop_id: number
    number: number
    /** The day on which it was counted. */
    day: Day
    /** The last count, then the cash that came in, was given back and was spent since. */
    opening_kurus: number
    received_kurus: number
    refunded_kurus: number
    spent_kurus: number
    expected_kurus: number
    counted_kurus: number
    /** Counted less expected. */
    difference_kurus: number
    /** '' without a difference. */
    reason: string
    /** The id of the user who closed the day, and the user's name at that time. */
    actor_id: number
    actor_name: string
    created_at: ColumnType<Date, Date, never>
  }

  /** A change of the cash that an expense took from the drawer; rows are only added. */
  cash_expense: ShopRow & {
    /** The day-end that counts it. */
    day_end_number: number
    expense_id: number
    /** Below 0 when the expense was lowered, deleted or paid in another way. */
    amount_kurus: number
    created_at: ColumnType<Date, Date, never>
  }

  /** A name of the shop's work items with its last use, updated in the same transaction as the items. */
  item_memory: {
    shop_id: number
    /** `islem_adi_upper` of the items. */
    name_key: string
    /** The name, price and quantity of the last use: that of the latest day with a price, else of the latest day. */
    name: string
    price_kurus: number
    quantity: number
    /** Search text: the name's words without Turkish marks, each after a space; '' is not computed yet. */
    search_text: Generated<string>
    /** The number of items with this name. */
    uses: number
    /** The day of the last use, 'YYYY-MM-DD'. */
    last_day: string
    last_kayit_id: number
  }

  /** An entry of the price list: the VAT-inclusive unit price and the usual quantity. */
  item_price: NamedRow & {
    /** As in `item_memory`. */
    search_text: string
    price_kurus: number
    quantity: number
  }

  item_package: NamedRow & {
    /** JSON (shared/item/package.ts). */
    items: string
  }

  feedback: ShopRow & {
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
}

/** A calendar day, 'YYYY-MM-DD'. */
export type Day = string
/** Set by the database when absent. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>

/** A row of a shop, numbered within the installation. */
export interface ShopRow {
  shop_id: number
  id: Generated<number>
}

/** A row that users change: each change raises its version, and a deleted row stays for a while. */
export interface Versioned extends ShopRow {
  version: Generated<number>
  created_at: CreatedAt
  updated_at: ColumnType<Date, Date | undefined, Date>
  deleted_at: Generated<Date | null>
}
