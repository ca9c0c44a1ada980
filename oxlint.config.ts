import { defineConfig, type DummyRuleMap } from 'oxlint'

type Pattern = { group: string[]; message: string }

/** The forbidden imports of files, as one rule: every boundary is a row of the table below. */
const relative = {
  group: ['../*', '../**'],
  message: 'Use #client/, #server/, #shared/ or ./ so that every import boundary is one pattern.',
}

/** Its values are the same in each run of `npm test`. */
const fastCheck = { name: 'fast-check', message: 'Use #tests/support/setup/fast-check.ts.' }

function forbid(...patterns: Pattern[]): DummyRuleMap {
  const zod = { name: 'zod', message: 'zod/mini: the full package costs the browser 90 KB.' }
  return { 'no-restricted-imports': ['error', { patterns: [relative, ...patterns], paths: [zod] }] }
}

/** Case functions and the environment, but for `allowed`. */
function forbidProperties(...allowed: ('case' | 'env')[]): DummyRuleMap {
  const caseFunctions = [
    'toLowerCase',
    'toUpperCase',
    'localeCompare',
    'toLocaleLowerCase',
    'toLocaleUpperCase',
  ].map((property) => ({ property, message: 'User text goes through shared/turkish.ts (I/ı, İ/i).' }))
  const env = {
    object: 'process',
    property: 'env',
    message: 'The environment is read once, in server/config.ts.',
  }
  const forbidden = [
    ...(allowed.includes('case') ? [] : caseFunctions),
    ...(allowed.includes('env') ? [] : [env]),
  ]
  return { 'no-restricted-properties': ['error', ...forbidden] }
}

/**
 * The folders of the server, lowest first, each with all that it may import of `server/` (and any file beside it). A row
 * names only rows above it, so the imports have no cycle; a folder without a row may import nothing.
 */
const PLATFORM = {
  lib: [],
  db: ['lib'],
  documents: ['lib'],
  export: ['lib', 'documents'],
  backup: ['lib', 'db'],
  core: ['lib', 'db', 'documents', 'backup'],
  http: ['lib', 'core'],
  metrics: ['lib', 'backup', 'http'],
}
const FEATURES = {
  auth: [],
  feedback: [],
  list: [],
  mail: [],
  till: [],
  payment: ['till'],
  directory: ['list'],
  item: ['directory'],
  customer: ['list', 'payment', 'directory'],
  vehicle: ['list', 'directory', 'payment'],
  staff: ['auth'],
  admin: ['auth', 'feedback'],
  settings: ['auth'],
  stats: ['item', 'settings'],
  expense: ['list', 'till', 'settings', 'stats'],
  kayit: ['list', 'directory', 'payment', 'item', 'customer', 'vehicle', 'settings', 'stats', 'expense'],
  balance: ['till', 'directory', 'payment', 'customer', 'settings', 'kayit'],
  month: ['list', 'settings', 'stats', 'expense', 'kayit', 'balance'],
  change: ['kayit'],
  intake: ['settings', 'kayit'],
  reminder: ['directory', 'vehicle', 'settings', 'kayit'],
  search: ['list', 'directory', 'customer', 'vehicle', 'kayit'],
  history: ['list', 'directory', 'payment', 'vehicle', 'settings', 'stats', 'kayit'],
  share: ['mail', 'directory', 'payment', 'settings', 'kayit', 'balance', 'history'],
  appointment: ['settings', 'kayit', 'share'],
  'personal-data': ['directory', 'customer', 'vehicle', 'settings', 'payment', 'kayit'],
}
const COMMANDS = { breach: [], doctor: [], jobs: [], start: ['jobs'], demo: ['start'] }

/** Names of `rows` as folders below `parent`; throws when one imports a row that is not above it. */
function ordered(parent: string, rows: Record<string, string[]>): [folder: string, imports: string[]][] {
  const names = Object.keys(rows)
  return Object.entries(rows).map(([name, imports], index) => {
    const late = imports.filter((one) => !names.slice(0, index).includes(one))
    if (late.length > 0) throw new Error(`${parent}${name} may not import ${late.join(', ')}: not above it`)
    return [parent + name, imports.map((one) => parent + one)]
  })
}

/** All of the server but these folders and files. */
const serverBut = (...allowed: string[]): string[] => [
  '#server/**',
  ...['platform', 'transports', 'commands'].map((folder) => `!#server/${folder}`),
  ...allowed.flatMap((path) =>
    path.endsWith('.ts') ? [`!#server/${path}`] : [`!#server/${path}`, `!#server/${path}/**`],
  ),
]
const platformOf = (...folders: string[]): string[] => folders.map((folder) => `platform/${folder}`)
const features = Object.keys(FEATURES)

const hono = ['hono', 'hono/*']
const kysely = ['kysely', 'kysely/*', 'postgres']

const browser = {
  group: ['#server/**', 'node:*'],
  message: 'The client knows the server only as a type, in lib/api.ts.',
}
const server = { group: ['#client/**'], message: 'The server does not know the client.' }
const sharedParts = [
  {
    group: ['#client/features/**', '#client/routes/**'],
    message: 'Shared parts do not know features or routes.',
  },
  { group: ['#client/lib/api.ts'], message: 'Drawing parts take data as props.' },
]

const allowed = (imports: string[]): Pattern => ({
  group: serverBut(...imports),
  message: 'Not in the list of imports of this folder, at the top of oxlint.config.ts.',
})
const USES_SQL = new Set(platformOf('db', 'core', 'backup'))
const USES_HONO = new Set(platformOf('http', 'metrics'))
/** `auth` also reads the cookie and the client's address, for every transport. */
const OPERATIONS_USE = ['lib', 'db', 'core', 'documents', 'export', 'backup']
const BELOW_COMMANDS = ['config.ts', 'config-warnings.ts', ...platformOf(...Object.keys(PLATFORM))]

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist/**', 'client/routeTree.gen.ts', 'data/**', 'data-demo/**'],
  rules: {
    'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
    'max-params': ['error', { max: 3 }],
    'no-console': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'import/no-cycle': 'error',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/style-prop-object': 'off',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'no-underscore-dangle': ['error', { allow: ['_default', '_def'] }],
    'promise/valid-params': 'off',
    ...forbidProperties(),
    ...forbid(),
  },
  // The last row that fits a file holds.
  overrides: [
    {
      files: ['shared/**'],
      rules: forbid({
        group: ['#server/**', '#client/**', 'node:*', 'react', 'react-dom', ...hono, ...kysely, '@trpc/*'],
        message: 'shared/ is pure: zod/mini and Intl only, so that browser and server can both run it.',
      }),
    },
    { files: ['client/**'], rules: forbid(browser) },
    {
      files: ['client/lib/api.ts'],
      rules: forbid({
        group: ['node:*', ...serverBut('transports/rpc', 'transports/rpc/app-router.ts')],
        message: 'Only the type of the router.',
      }),
    },
    {
      files: ['client/features/**'],
      rules: forbid(browser, {
        group: ['#client/features/**', '#client/routes/**'],
        message: 'Features do not know each other (use ./); what two share goes to components/.',
      }),
    },
    // A feature with folders of its own: they know each other.
    {
      files: ['client/features/kayit/**'],
      rules: forbid(browser, {
        group: ['#client/features/*/**', '!#client/features/kayit/**', '#client/routes/**'],
        message: 'Features do not know each other; what two share goes to components/.',
      }),
    },
    { files: ['client/forms/**'], rules: forbid(browser, ...sharedParts) },
    {
      files: ['client/ui/**', 'client/components/**', 'client/charts/**'],
      rules: forbid(browser, ...sharedParts, {
        group: ['#client/forms/**'],
        message: 'forms/ is made of drawing parts; what both need goes to lib/.',
      }),
    },
    { files: ['server/**'], rules: forbid(server, allowed([])) },
    // It puts the parts together.
    { files: ['server/app.ts'], rules: forbid(server) },
    ...ordered('platform/', PLATFORM).map(([folder, imports]) => ({
      files: [`server/${folder}/**`],
      rules: forbid(server, allowed([folder, ...imports]), {
        group: [...(USES_SQL.has(folder) ? [] : kysely), ...(USES_HONO.has(folder) ? [] : hono), '@trpc/*'],
        message: 'The platform knows no transport; its SQL is in db/, core/ and backup/.',
      }),
    })),
    ...ordered('', FEATURES).map(([folder, imports]) => ({
      files: [`server/${folder}/**`],
      rules: forbid(
        server,
        allowed([
          folder,
          ...imports,
          ...platformOf(...OPERATIONS_USE, ...(folder === 'auth' ? ['http'] : [])),
        ]),
        {
          group: [...hono, '@trpc/*'],
          message: 'An operation does not know which transport it was called through.',
        },
      ),
    })),
    ...['rpc', 'legacy', 'download', 'public'].map((name) => ({
      files: [`server/transports/${name}/**`],
      rules: forbid(
        server,
        allowed([`transports/${name}`, ...features, ...platformOf('lib', 'core', 'http', 'export')]),
        { group: kysely, message: 'A transport translates; rules and SQL live in operations and queries.' },
      ),
    })),
    ...ordered('commands/', COMMANDS).map(([folder, imports]) => ({
      files: [`server/${folder}/**`],
      rules: forbid(server, allowed([folder, ...imports, ...features, ...BELOW_COMMANDS])),
    })),
    {
      files: ['server/commands/*.ts'],
      rules: forbid(server, allowed(['commands', ...features, ...BELOW_COMMANDS])),
    },
    // The start puts the application together.
    {
      files: ['server/commands/start/**'],
      rules: forbid(
        server,
        allowed(['commands/start', 'commands/jobs', 'transports', 'app.ts', ...features, ...BELOW_COMMANDS]),
      ),
    },
    {
      files: ['migrations/**'],
      rules: forbid({
        group: ['#**'],
        message: 'A migration is frozen in time: it depends on nothing of the application.',
      }),
    },
    // Tests read JSON schemas with the whole of zod.
    {
      files: ['tests/**'],
      rules: { 'no-restricted-imports': ['error', { patterns: [relative], paths: [fastCheck] }] },
    },
    { files: ['tests/support/setup/fast-check.ts'], rules: { 'no-restricted-imports': 'off' } },
    { files: ['shared/turkish.ts'], rules: forbidProperties('case') },
    {
      files: ['server/config.ts', 'tests/**', 'scripts/**', '*.config.ts'],
      rules: forbidProperties('env'),
    },
    {
      files: ['tests/**', 'scripts/**'],
      rules: { 'no-console': 'off', 'vitest/no-conditional-tests': 'off' },
    },
  ],
})
