import type { Migration } from 'kysely/migration'

/**
 * What happens to an index beside the running panel, after the transaction of the migrations (docs/migrations.md): `as`
 * is what follows the table's name. A name stands for one definition for ever; another one gets another name.
 */
export type IndexChange = { create: string; on: string; as: string; unique?: boolean } | { drop: string }

/** A migration, with the indexes of big tables that it makes and removes. */
export type Step = Migration & { concurrently?: readonly IndexChange[] }
