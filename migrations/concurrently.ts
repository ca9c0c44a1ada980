import type { Migration } from 'kysely/migration'

/**
 * A change of an index beside the running panel, after the migrations' transaction (docs/migrations.md). `as` is the
 * text after the table's name. A name always means the same index; `isRestated` repeats it after a renamed column, and
 * `rename` states that the transaction has renamed it.
 */
export type IndexChange =
  | { create: string; on: string; as: string; unique?: boolean; isRestated?: true }
  | { drop: string }
  | { rename: string; to: string }

/** A migration and the indexes of big tables that it creates and drops. */
export type Step = Migration & { concurrently?: readonly IndexChange[] }
