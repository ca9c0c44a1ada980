/** How long those who use a pool wait, in ms, and how many connections they have. */
export type Limits = {
  /** Connections in use at once. One whose statement is unanswered for long does not count (connections.ts). */
  connections: number
  /** For a connection, opening it included. */
  wait: number
  /** For one statement, until the server ends it (SQLSTATE 57014). */
  serverStatement: number
  /** For one statement, until its connection is destroyed: only a server out of reach lets it come to that. */
  statement: number
}

/** Somebody waits for the answer. */
export const REQUEST_LIMITS: Limits = {
  connections: 10,
  wait: 2_000,
  serverStatement: 7_000,
  statement: 8_000,
}

/** Migrations, housekeeping, rebuild, the demo's data: nobody waits, and a large shop may need minutes. */
export const MAINTENANCE_LIMITS: Limits = {
  connections: 4,
  wait: 10_000,
  serverStatement: 600_000,
  statement: 3_600_000,
}
