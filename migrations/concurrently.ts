import type { Migration } from 'kysely/migration'

/**
 * What happens to an index beside the running panel, after the transaction of the migrations (docs/migrations.md): `as`
 * is what follows the table's name. A name stands for one index for ever; another one gets another name. `isRestated`:
 * the same index, after columns that it names were renamed. `rename`: the transaction has renamed it, where it was there.
 */
export type IndexChange =
  | { create: string; on: string; as: string; unique?: boolean; isRestated?: true }
  | { drop: string }
  | { rename: string; to: string }

/** A migration, with the indexes of big tables that it makes and removes. */
export type Step = Migration & { concurrently?: readonly IndexChange[] }
