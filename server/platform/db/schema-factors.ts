import type { Generated } from 'kysely'

/** A user's second factor (decisions: second factor). No operation returns the secret once it is active. */
export interface SecondFactorsTable {
  user_id: number
  secret: Uint8Array
  /** The last 30 seconds, counted from 1970, of which a code was accepted: none of before is accepted again. */
  last_step: Generated<number>
  created_at: Date
  /** `null` while it is being set up. */
  activated_at: Date | null
}

/** The recovery codes that are left: one that is used goes. */
export interface RecoveryCodesTable {
  user_id: number
  /** SHA-256 of the code, which has 120 random bits. */
  code_hash: Uint8Array
  /** `null`: made by an older version. */
  created_at: Date | null
}
