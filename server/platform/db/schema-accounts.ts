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
    /** `null`: no login to the account yet, so the first device is no news. */
    first_login_at: Generated<Date | null>
    /** The user who made the account, and, as older versions read it, the last one of `access_change`. */
    created_by: Generated<number | null>
    access_changed_by: Generated<number | null>
    access_changed_at: Generated<Date | null>
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
    /** Whether prices are typed with VAT; `null`: as last on the device. */
    prices_with_vat: Generated<boolean | null>
    /** After how many minutes without use a page's session ends; `null`: never. */
    idle_minutes: Generated<number | null>
    /** The shop keeps its change log for so many months. */
    change_months: Generated<number>
    /** After so many years without a visit customers lose their personal data; `null`: never. */
    anonymise_years: Generated<number | null>
    /** Set when the owner's account is closed: no user of the shop can log in any more. */
    closed_at: Generated<Date | null>
    /** The time of the suspension, and the reason that the shop reads. */
    suspended_at: Generated<Date | null>
    suspended_reason: Generated<string>
    /** The version of the functions that computed the shop's derived columns (server/commands/jobs/rebuild.ts). */
    derived_version: Generated<number>
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
    /** How it was logged in to. */
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
    /** When the user said that it was known, or was not. */
    dismissed_at: Date | null
    /** `sessions.browser_since` of the last browser whose answer counts only for itself. */
    answered_browser: Generated<Date | null>
  }

  /** A change that lets its maker into the account of another user: password, role, second factor, an opened account. */
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

  /** The one link of a user with which a forgotten password is replaced. */
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

  /** A user's passkey (decision 35): what the authenticator on the device showed when it was made. */
  passkey: {
    id: Generated<number>
    user_id: number
    /** The authenticator's name for it, unique everywhere. */
    credential_id: Uint8Array
    /** In COSE's form; the private key never leaves the device. */
    public_key: Uint8Array
    /** How often it has signed, as the authenticator counts; 0 where it does not count. */
    counter: Generated<number>
    /** How the browser reaches it ('internal,hybrid'), as it told; '' when unknown. */
    transports: Generated<string>
    name: string
    created_at: Date
    last_used_at: Date | null
  }

  /** A challenge that a passkey has to sign, once and within five minutes. */
  passkey_challenge: {
    /** SHA-256 of the token with which the page names it. */
    token_hash: Uint8Array
    challenge: Uint8Array
    /** The network that asked for it. */
    address: string
    /** The session that adds a passkey, or the login that waits for its second step; `null` for a login with it alone. */
    session_id: number | null
    expires_at: Date
  }

  /** A text that users were shown before they were let in, word for word; never changed. */
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

  /** What a shop stores, as the job last counted it. */
  shop_usage: {
    shop_id: number
    /** Its records that are not deleted. */
    kayit_sayisi: number
    logo_bytes: number
    belge_bytes: number
    counted_at: Date
  }
}
