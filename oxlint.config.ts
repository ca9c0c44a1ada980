import { defineConfig, type DummyRuleMap } from 'oxlint'

type Pattern = { group: string[]; message: string }

/** What files may not import, as one rule: every boundary is a row of the table below. */
const relative = {
  group: ['../*', '../**'],
  message: 'Use #client/, #server/, #shared/ or ./ so that every import boundary is one pattern.',
}

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

const FEATURES = [
  'admin',
  'auth',
  'customer',
  'expense',
  'feedback',
  'history',
  'item',
  'kayit',
  'personal-data',
  'search',
  'settings',
  'stats',
  'vehicle',
]
const inFeatures = FEATURES.map((feature) => `server/${feature}/**`)
const features = FEATURES.map((feature) => `#server/${feature}/**`)
/** All of the server but these folders. */
const serverBut = (...folders: string[]): string[] => [
  '#server/**',
  ...folders.flatMap((folder) => [`!#server/${folder}`, `!#server/${folder}/**`]),
]
const transports = ['#server/rpc/**', '#server/legacy/**', '#server/download/**']
const hono = ['hono', 'hono/*']
const kysely = ['kysely', 'kysely/*', 'postgres']

/** The layers above: whoever imports one of them has an edge that runs back up. */
const above = {
  process: ['#server/app.ts', '#server/process/**', '#server/demo/**', '#server/doctor/**'],
  jobs: ['#server/app.ts', '#server/process/**', '#server/demo/**', '#server/doctor/**', '#server/jobs/**'],
}

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
        group: ['node:*', '#server/*/**', '!#server/rpc/app-router.ts'],
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
    { files: ['server/**'], rules: forbid(server) },
    {
      files: ['server/lib/**'],
      rules: forbid(server, {
        group: ['#server/**'],
        message: 'lib/ is the ground: it imports only shared/.',
      }),
    },
    {
      files: ['server/db/**', 'server/documents/**'],
      rules: forbid(server, {
        group: serverBut('lib', 'db', 'documents'),
        message: 'The database and the documents know only lib/ and themselves.',
      }),
    },
    {
      files: ['server/export/**'],
      rules: forbid(server, {
        group: serverBut('lib', 'documents', 'export'),
        message:
          'The writers of files know tables, not features: a feature defines its tables beside itself.',
      }),
    },
    {
      files: ['server/metrics/**'],
      rules: forbid(server, {
        group: [...features, ...transports, ...above.jobs, '#server/db/**', ...kysely, ...hono],
        message: 'Figures are told to metrics/; it asks no feature and no database.',
      }),
    },
    {
      files: ['server/backup/**'],
      rules: forbid(server, {
        group: serverBut('lib', 'db', 'backup'),
        message: 'A backup knows tables, not features.',
      }),
    },
    {
      files: ['server/core/**'],
      rules: forbid(server, {
        group: [...features, ...transports, ...above.jobs, '#server/http/**', ...hono, '@trpc/*'],
        message: 'core/ is what features use; it imports no feature and no transport.',
      }),
    },
    {
      files: ['server/http/**'],
      rules: forbid(server, {
        group: [...features, ...transports, ...above.jobs, '#server/db/**', ...kysely],
        message: 'http/ knows requests and connections; it imports no feature and no SQL.',
      }),
    },
    {
      files: inFeatures,
      rules: forbid(server, {
        group: [...transports, ...above.jobs, ...hono, '@trpc/*'],
        message: 'An operation does not know which transport it was called through.',
      }),
    },
    {
      files: ['server/jobs/**'],
      rules: forbid(server, {
        group: [...transports, ...above.process, '#server/http/**', ...hono, '@trpc/*'],
        message: 'A job runs over all shops, without a request.',
      }),
    },
    {
      files: ['server/doctor/**'],
      rules: forbid(server, {
        group: [...transports, '#server/app.ts', '#server/process/**', '#server/demo/**', '#server/jobs/**'],
        message: 'The doctor looks from outside: it starts nothing and serves nothing.',
      }),
    },
    {
      files: ['server/process/**'],
      rules: forbid(server, {
        group: ['#server/doctor/**'],
        message: 'The doctor is an entry point of its own.',
      }),
    },
    {
      files: ['server/rpc/**', 'server/legacy/**', 'server/download/**'],
      rules: forbid(server, {
        group: [...kysely, '#server/db/**', ...above.jobs],
        message: 'A transport translates; rules and SQL live in operations and queries.',
      }),
    },
    {
      files: ['migrations/**'],
      rules: forbid({
        group: ['#**'],
        message: 'A migration is frozen in time: it depends on nothing of the application.',
      }),
    },
    // Tests read JSON schemas with the whole of zod.
    { files: ['tests/**'], rules: { 'no-restricted-imports': ['error', { patterns: [relative] }] } },
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
