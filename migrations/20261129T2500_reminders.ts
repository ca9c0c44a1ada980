import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
const emptyText = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')

/**
 * Creates the reminders of cars, one for each car and cause, which go with their car. Adds the day of a car's sale, and the
 * shop's own text of the message; '' is the usual one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reminder')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('vehicle_id', 'bigint', notNull)
    .addColumn('cause', 'text', notNull)
    .addColumn('title', 'text', emptyText)
    .addColumn('title_key', 'text', emptyText)
    .addColumn('due_day', 'date')
    .addColumn('due_km', 'integer')
    .addColumn('car_kind', 'text')
    .addColumn('registered_on', 'date')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('open'))
    .addColumn('snoozed_until', 'date')
    .addColumn('opened_at', 'timestamptz')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', notNull)
    .addColumn('updated_at', 'timestamptz', notNull)
    .addPrimaryKeyConstraint('reminder_pk', ['shop_id', 'id'])
    .addUniqueConstraint('reminder_cause_uq', ['shop_id', 'vehicle_id', 'cause', 'title_key'])
    .addForeignKeyConstraint(
      'reminder_vehicle_fk',
      ['shop_id', 'vehicle_id'],
      'vehicle',
      ['shop_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .addCheckConstraint(
      'reminder_cause_ck',
      sql`cause in ('service', 'inspection', 'insurance', 'casco', 'warranty', 'other')`,
    )
    .addCheckConstraint('reminder_state_ck', sql`state in ('open', 'done', 'refused')`)
    .addCheckConstraint('reminder_km_ck', sql`due_km between 1 and 9999999`)
    .execute()
  await db.schema.alterTable('vehicle').addColumn('sold_on', 'date').execute()
  await db.schema.alterTable('shops').addColumn('car_reminder_text', 'text', emptyText).execute()
}
