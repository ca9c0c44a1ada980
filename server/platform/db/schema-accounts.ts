import type { ColumnType, Generated } from 'kysely'

import type { LoginMethod } from '#shared/auth/new-logins.ts'
import type { StaffRole, UserRole } from '#shared/staff/rights.ts'

import type { CreatedAt, Day } from './schema-records.ts'

/** Shops, users, and how they log in. */
export interface AccountTables {
  /** A person: the owner of a shop, or one of its staff. */
  users: {
    id: Generated<number>
    /** Equals `id` for the owner. */
    shop_id: number
    role: UserRole
    username: string
    /** `username` folded for comparison (decisions: user names). Unique among users that are not deleted. */
    username_key: string
    email: string
    /** Empty for the first administrator, who has no e-mail. Otherwise unique among users that are not deleted. */
    email_key: string
    password_hash: string
    name_surname: Generated<string>
    auth: Generated<number>
    /** Whether staff see expenses and statistics. */
    sees_figures: Generated<boolean>
    /** JSON (shared/settings/preferences.ts). */
    preferences: Generated<string>
    /** The number of changes; the owner's also counts those of the shop's facts. */
    version: Generated<number>
    created_at: CreatedAt
    deleted_at: Generated<Date | null>
    /** When name and password were erased. */
    erased_at: Generated<Date | null>
    /** `null` before the first login, whose device is not reported as new. */
    first_login_at: Generated<Date | null>
    /** The user who made the account, and, for older versions, the maker and time of the last `access_change`. */
    created_by: Generated<number | null>
    access_changed_by: Generated<number | null>
    access_changed_at: Generated<Date | null>
    /** The SHA-256 of the token of the user's calendar address, and when it was made; `null` without one. */
    calendar_hash: Generated<Uint8Array | null>
    calendar_made_at: Generated<Date | null>
  }

  /** A tenant. Its id is its owner's. */
  shops: {
    id: number
    company_name: Generated<string>
    company_tel: Generated<string>
    company_adress: Generated<string>
    output_format: Generated<string>
    license_type: Generated<string>
    license_end_date: Generated<Day | null>
    /** Whether prices are typed with VAT; `null`: as last chosen on the device. */
    prices_with_vat: Generated<boolean | null>
    /** Minutes without use after which a page's session ends; `null`: never. */
    idle_minutes: Generated<number | null>
    /** Months for which the shop keeps its change log. */
    change_months: Generated<number>
    /** Years without a visit after which a customer's personal data is erased; `null`: never. */
    anonymise_years: Generated<number | null>
    /** When the owner's account was closed, after which no user of the shop can log in. */
    closed_at: Generated<Date | null>
    /** The time of the suspension, and the reason that the shop reads. */
    suspended_at: Generated<Date | null>
    suspended_reason: Generated<string>
    /** The version of the functions that computed the shop's derived columns (server/commands/jobs/rebuild.ts). */
    derived_version: Generated<number>
    /** The first day of the shop's accounts: what became due before it is no debt; `null` before the first payment. */
    accounts_start: Generated<Day | null>
    /** The text of a debt's reminder; '' for the usual one. */
    reminder_text: Generated<string>
    /** The texts of messages with a link; '' for the usual ones. */
    record_text: Generated<string>
    quote_text: Generated<string>
    statement_text: Generated<string>
    vehicle_text: Generated<string>
    /** The texts that confirm an appointment and remind of it; '' for the usual ones. */
    appointment_text: Generated<string>
    day_before_text: Generated<string>
    /** The text of a car's reminder; '' for the usual one. */
    car_reminder_text: Generated<string>
    /** The address for answers to the shop's e-mails; '' for none. */
    reply_to: Generated<string>
    /** The terms of an intake; '' for the usual ones. */
    intake_terms: Generated<string>
    /** JSON list of the terms before, for forms that were signed without a connection. */
    earlier_terms: Generated<string>
    /** JSON of the opening hours (shared/appointment/rules.ts); '' for the usual ones. */
    opening_hours: Generated<string>
    /** Appointments that the shop can take on a day; `null` for no limit. */
    day_capacity: Generated<number | null>
    /** JSON list of the categories of expenses; `null`: the proposed ones. */
    expense_categories: Generated<string | null>
  }

  /** The re-encoded PNG of a shop's logo. */
  logo: {
    shop_id: number
    png: Uint8Array
    width: number
    height: number
    /** When it was uploaded; a new logo replaces the row's content. */
    created_at: ColumnType<Date, Date | undefined, Date>
  }

  sessions: {
    id: Generated<number>
    /** SHA-256 of the token; the token itself is never stored. */
    token_hash: Uint8Array
    user_id: number
    /** A login in progress: `code` waits for the second factor, `setup` for its set-up, `pending` for the notice. */
    kind: 'web' | 'legacy' | 'pending' | 'code' | 'setup'
    remember: Generated<boolean>
    user_agent: Generated<string>
    created_at: ColumnType<Date, Date, never>
    last_seen_at: Date
    expires_at: Date
    /** When the password was last typed for this session; `null` counts as never. */
    confirmed_at: Generated<Date | null>
    /** The method of the login. */
    method: Generated<LoginMethod>
    /** The user's first login with this browser; `null`: stored by an older version. */
    browser_since: Generated<Date | null>
  }

  /** One row for each failed or running login; a successful one removes its own. */
  login_attempts: {
    id: Generated<number>
    username_key: string
    address: string
    /** The known place of that user (`known_places`) that it came from, or '' for an unknown one. */
    place: Generated<string>
    created_at: ColumnType<Date, Date, never>
  }

  /** An address or a browser from which a user has logged in (decisions: guessing). */
  known_places: {
    user_id: number
    /** 'address:192.0.2.1', or 'browser:' and the SHA-256 of the first token that it got, which stays its name. */
    place: string
    /** SHA-256 of the token of a browser in its cookie; each login there makes a new one. */
    token_hash: Uint8Array | null
    last_login_at: Date
    /** `null`: stored by an older version. */
    first_login_at: Generated<Date | null>
  }

  /** A login from a browser, or of a program from an address, that the account did not know. */
  new_login: {
    id: Generated<number>
    user_id: number
    at: Date
    /** Shortened (shared/auth/new-logins.ts). */
    address: string
    user_agent: string
    method: LoginMethod
    /** When the user confirmed or denied the login. */
    dismissed_at: Date | null
    /** `sessions.browser_since` of the last browser with an answer that counts only in that browser. */
    answered_browser: Generated<Date | null>
  }

  /** A change that gives its maker access to another user's account: password, role, second factor, reopening. */
  access_change: {
    id: Generated<number>
    /** The owner of the account. */
    user_id: number
    made_by: number
    at: Date
    /** The rights before the change, where it changed them. */
    former_auth: number | null
    former_role: StaffRole | null
    former_sees_figures: boolean | null
    /** When 'Ben değildim' ended the accesses to the account. */
    ended_at: Generated<Date | null>
  }

  /** The one link by which a user replaces a forgotten password. */
  reset_links: {
    user_id: number
    /** SHA-256 of the token; the token itself is never stored. */
    token_hash: Uint8Array
    created_at: Date
    expires_at: Date
    /** The user who made it; `null`: made on the machine, or by an older version. */
    made_by: Generated<number | null>
  }

  /** A user's second factor (decisions: second factor). No operation returns the secret once it is active. */
  second_factors: {
    user_id: number
    secret: Uint8Array
    /** The last 30-second step since 1970 whose code was accepted; codes of it and of earlier steps are refused. */
    last_step: Generated<number>
    created_at: Date
    /** `null` while it is being set up. */
    activated_at: Date | null
  }

  /** The unused recovery codes. */
  recovery_codes: {
    user_id: number
    /** SHA-256 of the code, which has 120 random bits. */
    code_hash: Uint8Array
    /** `null`: made by an older version. */
    created_at: Date | null
  }

  /** A user's passkey (decision 35), as the authenticator on the device presented it. */
  passkey: {
    id: Generated<number>
    user_id: number
    /** The authenticator's name for it, unique everywhere. */
    credential_id: Uint8Array
    /** The public key in COSE format; the private key never leaves the device. */
    public_key: Uint8Array
    /** The authenticator's count of signatures; 0 if it does not count. */
    counter: Generated<number>
    /** The transports that the browser reported ('internal,hybrid'); '' when unknown. */
    transports: Generated<string>
    name: string
    created_at: Date
    last_used_at: Date | null
  }

  /** A challenge that a passkey has to sign, once and within five minutes. */
  passkey_challenge: {
    /** SHA-256 of the token by which the page refers to it. */
    token_hash: Uint8Array
    challenge: Uint8Array
    /** The network that asked for it. */
    address: string
    /** The session that adds a passkey, or the login that waits for its second step; `null` for a login with it alone. */
    session_id: number | null
    expires_at: Date
  }

  /** The wording of a text that users had to see before a login; never changed. */
  consent_texts: {
    version: string
    sha256: string
    body: string
    created_at: ColumnType<Date, Date, never>
  }

  /** A user's consent to a version of a text: stored as evidence (KVKK art. 10). */
  consents: {
    id: Generated<number>
    user_id: number
    text_version: string
    text_sha256: string
    action: 'accepted' | 'cancelled'
    created_at: ColumnType<Date, Date, never>
  }

  /** An erasure of a shop or a user, without anything that identifies it; kept for three years. */
  erasure_register: {
    id: Generated<number>
    at: ColumnType<Date, Date, never>
    kind: 'shop' | 'user'
    /** The id of the erased user, of a shop its owner's. */
    subject_id: number
    by_user: number
    /** Removed rows by table. */
    counts: ColumnType<Record<string, number>, string, never>
    reason: string
  }

  /** A shop's use of the database, as the job last counted it. */
  shop_usage: {
    shop_id: number
    /** Its records that are not deleted. */
    kayit_sayisi: number
    logo_bytes: number
    belge_bytes: number
    counted_at: Date
  }
}
