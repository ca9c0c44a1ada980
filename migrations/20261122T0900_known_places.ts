import { type Kysely, sql } from 'kysely'

/** Creates the addresses and browsers from which a user has logged in. A failed login is counted under one of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_places')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('last_login_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_places_pk', ['user_id', 'place'])
    .execute()
  // Browsers are looked up without a user; old places are removed by age alone.
  await db.schema.createIndex('known_places_place').on('known_places').column('place').execute()
  await db.schema.createIndex('known_places_age').on('known_places').column('last_login_at').execute()
  await db.schema
    .alterTable('login_attempts')
    .addColumn('place', 'text', (column) => column.notNull().defaultTo(sql`''`))
    .execute()
}
