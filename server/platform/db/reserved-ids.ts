import { sql } from 'kysely'

/** Tables whose rows get their ids before they are inserted, so that rows that name them travel with them. */
export const RESERVED = ['kayit', 'vehicle', 'customer'] as const

type Reserved = (typeof RESERVED)[number]

/** The next id of the table. The requests' role needs the use of its sequence (request-role.ts). */
export const nextId = (table: Reserved) =>
  sql<number>`nextval(pg_get_serial_sequence(${sql.lit(table)}, 'id'))`.as(`${table}_id`)
