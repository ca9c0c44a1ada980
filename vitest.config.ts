import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

import { isShort, ONLY_LONG, OPERATIONS_OF_SHORT, THROUGH_PGBOUNCER_OF_SHORT } from '#tests/long-form.ts'
import { DATABASE_OF_CITUS, NO_DATABASE, NOT_ON_PG_MEM, SLOW_ON_PG_MEM } from '#tests/project-files.ts'
import { isInstalled, missingPrograms } from '#tests/support/setup/programs.ts'
import { SlowFirst } from '#tests/support/setup/slow-first.ts'

const ALL_OPERATIONS = ['tests/server/**/*.test.ts', 'tests/legacy/**/*.test.ts']
/** On the databases beside the product's own. */
const OPERATIONS = isShort ? OPERATIONS_OF_SHORT : ALL_OPERATIONS
/** Fails a run whose panels log personal data. */
const LOGS = 'tests/support/setup/global-logs.ts'

/** `.ci/run` installs them; a developer's machine need not have them. */
const missing = missingPrograms()
if (missing.names.length > 0)
  process.stderr.write(`Kurulu değil: ${missing.names.join(', ')}. Bunları kullanan testler çalışmayacak.\n`)

/**
 * Three at a time keep two cores busy: killed servers and dead networks are mostly waited for. No test takes 10 s; the
 * timeouts are for a machine that is busy with other work, ten times as slow.
 */
const node = {
  environment: 'node',
  pool: 'threads',
  maxWorkers: 3,
  testTimeout: 180_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
} as const

/**
 * Files of operations have one set of modules for each thread: loading them took a quarter of the time. A file that
 * replaces a module (`vi.mock`) resets them before and after.
 */
const operations = { ...node, isolate: false } as const

const pgMem: TestProjectInlineConfiguration = {
  test: {
    ...operations,
    name: 'pg-mem',
    include: OPERATIONS,
    exclude: [...NOT_ON_PG_MEM, ...SLOW_ON_PG_MEM, ...NO_DATABASE, ...(isShort ? ONLY_LONG.pgMem : [])],
    provide: { engine: 'pg-mem' },
    globalSetup: LOGS,
  },
}

const embedded: TestProjectInlineConfiguration = {
  test: {
    ...operations,
    name: 'embedded',
    include: [...ALL_OPERATIONS, 'tests/security/**/*.test.ts', 'tests/database/**/*.test.ts'],
    exclude: [...(isShort ? ONLY_LONG.embedded : []), ...missing.files],
    provide: { engine: 'embedded' },
    globalSetup: ['tests/support/setup/global-embedded.ts', LOGS],
  },
}

/** Needs Debian's package of PostgreSQL 15, which `.ci/run` installs. */
const postgres15: TestProjectInlineConfiguration = {
  test: {
    ...operations,
    name: 'postgres15',
    // An upgrade from one version of PostgreSQL to another needs both.
    include: [...OPERATIONS, 'tests/upgrade/**/*.test.ts'],
    exclude: NO_DATABASE,
    provide: { engine: 'postgres15' },
    globalSetup: ['tests/support/setup/global-postgres15.ts', LOGS],
  },
}

/** Through a pgbouncer: in `npm test` a few files, with `npm test -- --project pgbouncer` all operations. */
const pgbouncer: TestProjectInlineConfiguration = {
  test: {
    ...operations,
    name: 'pgbouncer',
    include: isShort ? THROUGH_PGBOUNCER_OF_SHORT : ALL_OPERATIONS,
    exclude: NO_DATABASE,
    provide: { engine: 'pgbouncer' },
    globalSetup: ['tests/support/setup/global-pgbouncer.ts', LOGS],
  },
}

/** The cluster at CITUS_URL: `npm run test:citus`, not part of `npm test`. */
const citus: TestProjectInlineConfiguration = {
  test: {
    ...operations,
    name: 'citus',
    include: [
      ...ALL_OPERATIONS,
      'tests/security/**/*.test.ts',
      ...DATABASE_OF_CITUS,
      'tests/citus/**/*.test.ts',
    ],
    // Citus refuses many statements without their owner; what it does not, the policies stop (row-security.test.ts).
    exclude: [...NO_DATABASE, 'tests/security/without-owner.test.ts', ...missing.files],
    provide: { engine: 'citus' },
    globalSetup: ['tests/support/setup/global-citus.ts', LOGS],
  },
}

/** Through a pgbouncer before the coordinator. */
const citusPgbouncer: TestProjectInlineConfiguration = {
  test: { ...citus.test, name: 'citus-pgbouncer', include: THROUGH_PGBOUNCER_OF_SHORT },
}

/** After it: in how many nodes the statements of the operations are carried out. */
const citusAfter: TestProjectInlineConfiguration = {
  test: {
    ...node,
    name: 'citus-after',
    include: ['tests/citus-after/**/*.test.ts'],
    maxWorkers: 1,
    sequence: { groupOrder: 5 },
    provide: { engine: 'citus' },
    globalSetup: ['tests/support/setup/global-citus.ts', LOGS],
  },
}

/** Last, because a node that crashes forgets the statements and ends what others do there. */
const citusCrash: TestProjectInlineConfiguration = {
  test: {
    ...citusAfter.test,
    name: 'citus-crash',
    include: ['tests/citus-crash/**/*.test.ts'],
    sequence: { groupOrder: 6 },
  },
}

const unit: TestProjectInlineConfiguration = {
  test: {
    name: 'unit',
    pool: 'threads',
    // For a machine that is busy with other work, as above.
    testTimeout: 180_000,
    include: ['tests/{shared,scripts}/**/*.test.ts', 'tests/client/**/*.test.{ts,tsx}'],
  },
}

/** After the operations, beside the browsers: the plans of every statement that they have sent. */
const plans: TestProjectInlineConfiguration = {
  test: {
    ...node,
    name: 'plans',
    include: ['tests/plans/**/*.test.ts'],
    sequence: { groupOrder: 1 },
  },
}

/** Browsers on the whole application, apart from all else: three at a time keep two cores busy. */
const e2e: TestProjectInlineConfiguration = {
  test: {
    ...operations,
    name: 'e2e',
    pool: 'forks',
    include: ['tests/e2e/**/*.test.ts'],
    exclude: isShort ? ONLY_LONG.e2e : [],
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
    // A shared machine may stop a browser for longer than anything waits; scripts/retried-reporter.ts names such tests.
    retry: process.env['CI'] === undefined ? 0 : 1,
    provide: { engine: 'embedded' },
    globalSetup: ['tests/support/setup/global-browser.ts', 'tests/support/setup/global-embedded.ts', LOGS],
  },
}

/** Every state of every screen, at every width, in both schemes; `npm run test:a11y`, not part of `npm test`. */
const a11y: TestProjectInlineConfiguration = {
  test: { ...e2e.test, name: 'a11y', include: ['tests/a11y/**/*.test.ts'], sequence: { groupOrder: 2 } },
}

/** Faults in their long form; `npm run test:faults`, not part of `npm test`. Each test prints its figures. */
const faults: TestProjectInlineConfiguration = {
  test: {
    ...embedded.test,
    name: 'faults',
    include: ['tests/faults/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 1_200_000,
    sequence: { groupOrder: 3 },
  },
}

const projects = [
  unit,
  pgMem,
  embedded,
  ...(isInstalled('postgres15') ? [postgres15] : []),
  ...(isInstalled('pgbouncer') ? [pgbouncer] : []),
  e2e,
  a11y,
  faults,
  plans,
  ...(process.env['CITUS_URL'] === undefined ? [] : [citus, citusAfter, citusCrash]),
  ...(process.env['CITUS_URL'] !== undefined && isInstalled('pgbouncer') ? [citusPgbouncer] : []),
]

/**
 * Apart from vite.config.ts, whose plugins no test needs and every run would load. What a project needs (a server,
 * a browser, the built client) its globalSetup provides: vitest runs those of the projects whose files it runs.
 */
export default defineConfig({ test: { projects, sequence: { sequencer: SlowFirst } } })
