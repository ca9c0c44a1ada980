/**
 * Files of tests/server and tests/legacy that pg-mem cannot run; why is in support/database/pg-mem-dialect.ts. They
 * run on both PostgreSQL servers.
 */
export const NOT_ON_PG_MEM = [
  'tests/server/admin/erasure.test.ts',
  'tests/server/kayit/{concurrency,links-concurrency}.test.ts',
  // Its searches hold '%', '_' and the backslash, which pg-mem's LIKE reads wrongly.
  'tests/server/expense/list-model.test.ts',
  // Its examples name the first record, and pg-mem's reserved ids begin at a million.
  'tests/legacy/openapi.test.ts',
  // An answer has the channel 'link', which a check allows that only PostgreSQL replaces.
  'tests/server/{demo,kayit/added-work,kayit/approved-quote,kayit/extra-work}.test.ts',
  // Reminders number rows and add months to instants, which pg-mem cannot; the first file calls every procedure.
  'tests/server/{actor,reminder/cars,reminder/operations}.test.ts',
  // It gives old changes their customers by UPDATE … FROM and conditions on JSON.
  'tests/server/personal-data/attributed.test.ts',
  // The snapshot of a file, and the lock of the housekeeping, hold the one connection.
  'tests/server/personal-data/{export,masked}.test.ts',
  'tests/server/commands/jobs/housekeeping.test.ts',
]

/**
 * Thousands of rows or hundreds of random rounds, for which pg-mem needs ten seconds a file and the servers one or two:
 * what they find it would find too.
 */
export const SLOW_ON_PG_MEM = [
  'tests/server/auth/{known-places,shared-browser,throttle}.test.ts',
  'tests/server/directory/visit-totals.test.ts',
  'tests/server/kayit/{export,export-sums,list-model,many-items}.test.ts',
  'tests/legacy/whole-lists.test.ts',
  'tests/server/search/find.test.ts',
  'tests/server/stats/{period,stats-model}.test.ts',
]

/** They ask no database: once is enough. */
export const NO_DATABASE = [
  'tests/server/platform/documents/**',
  'tests/server/platform/export/**',
  'tests/server/auth/new-password.test.ts',
  'tests/server/kayit/plan-save.test.ts',
  'tests/server/platform/backup/**',
  'tests/server/commands/doctor/**',
  'tests/server/commands/start/**',
  'tests/server/settings/logo-corpus.test.ts',
  'tests/legacy/{inputs,kayit-input}.test.ts',
]

/**
 * Files of tests/database about statements, so neither about one server, its plans and files nor about migrations of an
 * older schema. Citus refuses triggers, by which the tests of races stop a transaction.
 */
export const DATABASE_OF_CITUS = [
  'tests/database/{fair-queue,killed-backends,pipeline,pipeline-steps}.test.ts',
  'tests/database/{personal-data,pgbouncer,purge,rebuild,row-security,row-security-panel}.test.ts',
  'tests/database/{totals-recount,waiting-changes,workers}.test.ts',
]
