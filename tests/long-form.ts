/**
 * The tests that only `npm run test:long` runs: details of one screen, faults of an installation, and operations on the
 * other databases. Each rule about records, money, rights and personal data stays in `npm test`.
 */
export const ONLY_LONG = {
  // These take three quarters of the time of pg-mem, and `npm test` runs them on both servers.
  pgMem: [
    'tests/server/kayit/{links,list,list-debts,save-prices,search,status}.test.ts',
    'tests/server/stats/{comparison,export,totals}.test.ts',
    'tests/server/expense/vat-estimate.test.ts',
  ],
  embedded: [
    'tests/database/{backup-command,black-network,doctor,launcher,loopback,reset-password-command}.test.ts',
    'tests/database/{failover,replica-faults,replica-panel,replica-rounds}.test.ts',
    'tests/database/{list-pages,several-haproxy,several-stops,unreachable,workers-start}.test.ts',
    'tests/database/embedded-{crash,first-start,leftovers,refusals,storage,waiting}.test.ts',
    // These repeat backup, migrate, restore-registers, workers and the project of pgbouncer on further processes.
    'tests/database/{pgbouncer,restore-page-registers,restore-panel,several-starts,stop}.test.ts',
    // Ten seconds of documents on all cores; `npm test` stops a server with half-open connections.
    'tests/database/busy-stop.test.ts',
    // Spellings that the rules of search and links name one by one.
    'tests/database/look-alikes.test.ts',
    // Damaged backups and builds of indexes; `npm test` covers an undamaged backup and a free table.
    'tests/database/{backup-damage,indexes,metrics}.test.ts',
    'tests/server/settings/logo-corpus.test.ts',
  ],
  e2e: [
    'tests/e2e/{admin-backups,admin-restore,admin-save,api-docs,confirmation,dashboard,expense-list}.test.ts',
    'tests/e2e/{first-steps,focus-bars-walk,header,history-look,idle,known-car,offline,pasted-text,reach,reset-link}.test.ts',
    'tests/e2e/{small-windows,stats-period,style-guide,suggestions,support}.test.ts',
    'tests/e2e/kayit-{fold,notes,print,saved,suggest,title}.test.ts',
    'tests/e2e/list-{columns,open,preview,print,screen,status,views}.test.ts',
    'tests/e2e/{bidi,bidi-names,export,history,long-texts,mechanic,row-open,scroll-back,settings}.test.ts',
    'tests/e2e/search-{address,enter,loading}.test.ts',
    'tests/e2e/{control-characters,expense-categories,expense-titles,logo}.test.ts',
    'tests/e2e/{list-filter-sheet,loading,typing}.test.ts',
    'tests/e2e/settings-{items,password,prices}.test.ts',
    'tests/e2e/{focus-bars,lazy-parts,list-calm,list-line,offline-screens,pending-period}.test.ts',
    'tests/e2e/{record-screen,search,settings-sections}.test.ts',
    // Their rules are tested on the server; quote-story, owners-day and payments walk through the same screens.
    'tests/e2e/{expense-repetition,list-debts,money-week,quotes,share-kinds,share-mail,unpriced}.test.ts',
    'tests/e2e/{second-factor-required,stats-charts,steady-lists,toast-offset,unknown-address}.test.ts',
  ],
}

/** Operations that `npm test` also runs on the other databases: records and money. */
export const OPERATIONS_OF_SHORT = ['tests/server/{expense,kayit,stats}/**/*.test.ts']

/** Operations that `npm test` runs through a pgbouncer: saves, locks, snapshots and sessions. */
export const THROUGH_PGBOUNCER_OF_SHORT = [
  'tests/server/kayit/{concurrency,save}.test.ts',
  'tests/server/stats/stats.test.ts',
  'tests/server/auth/sessions.test.ts',
]

/** Whether this is `npm test` without arguments. */
export const isShort = process.env['TEST_FORM'] === 'short'

/** Returns how often a test repeats a round with chance in it: fewer times in `npm test`. */
export const roundsOf = (long: number, short: number): number => (isShort ? short : long)

/** Returns the screens of a walk that is the same on both: in `npm test` only `short`, otherwise both. */
export const screensOf = (short: 'phone' | 'desktop'): readonly ('phone' | 'desktop')[] =>
  isShort ? [short] : ['phone', 'desktop']
