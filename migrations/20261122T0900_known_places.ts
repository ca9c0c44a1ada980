import { type Kysely, sql } from 'kysely'

/** Addresses and browsers from which a user has logged in, and at which of them a failed login counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_places')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('last_login_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_places_pk', ['user_id', 'place'])
    .execute()
  // A browser is found without its users, and what is too old without either.
  await db.schema.createIndex('known_places_place').on('known_places').column('place').execute()
  await db.schema.createIndex('known_places_age').on('known_places').column('last_login_at').execute()
  await db.schema
    .alterTable('login_attempts')
    .addColumn('place', 'text', (column) => column.notNull().defaultTo(sql`''`))
    .execute()
}
