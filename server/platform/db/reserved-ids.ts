import { sql } from 'kysely'

/** Tables whose ids are drawn before their rows are inserted, because other rows of the same change name them. */
export const RESERVED_TABLES = ['kayit', 'vehicle', 'customer', 'users'] as const

type Reserved = (typeof RESERVED_TABLES)[number]

/** Returns the next id of the table. The requests' role needs the use of its sequence (request-role.ts). */
export const nextId = (table: Reserved) =>
  sql<number>`nextval(${sql.lit(`${table}_id_seq`)})`.as(`${table}_id`)
