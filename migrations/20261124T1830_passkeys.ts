import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')
const userColumn = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('users.id').onDelete('cascade')

/**
 * Creates passkeys and the challenges to sign, and adds the login method of each session, the logins from new devices,
 * and each account's first login: before that, every device is new.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn('user_id', 'bigint', userColumn)
    .addColumn('credential_id', 'bytea', notNull)
    .addColumn('public_key', 'bytea', notNull)
    .addColumn('counter', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('transports', 'text', text)
    .addColumn('name', 'text', notNull)
    .addColumn('created_at', 'timestamptz', notNull)
    .addColumn('last_used_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('passkey_credential').unique().on('passkey').column('credential_id').execute()
  await db.schema.createIndex('passkey_user').on('passkey').column('user_id').execute()

  await db.schema
    .createTable('passkey_challenge')
    .addColumn('token_hash', 'bytea', (column) => column.primaryKey())
    .addColumn('challenge', 'bytea', notNull)
    .addColumn('address', 'text', notNull)
    .addColumn('session_id', 'bigint')
    .addColumn('expires_at', 'timestamptz', notNull)
    .execute()
  await db.schema
    .createIndex('passkey_challenge_age')
    .on('passkey_challenge')
    .columns(['address', 'expires_at'])
    .execute()

  await db.schema
    .alterTable('sessions')
    .addColumn('method', 'text', (column) => column.notNull().defaultTo('password'))
    .execute()

  await db.schema
    .createTable('new_login')
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn('user_id', 'bigint', userColumn)
    .addColumn('at', 'timestamptz', notNull)
    .addColumn('address', 'text', notNull)
    .addColumn('user_agent', 'text', notNull)
    .addColumn('method', 'text', notNull)
    .addColumn('dismissed_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('new_login_user').on('new_login').columns(['user_id', 'at']).execute()
  await db.schema.createIndex('new_login_age').on('new_login').column('at').execute()

  await db.schema.alterTable('users').addColumn('first_login_at', 'timestamptz').execute()
  for (const table of ['known_places', 'sessions', 'consents'])
    await sql`update users set first_login_at = created_at
      where id in (select user_id from ${sql.table(table)})`.execute(db)
}
