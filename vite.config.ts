import { join } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

import { guide } from './scripts/guide.ts'
import { precompress } from './scripts/precompress.ts'
import { serviceWorker } from './scripts/service-worker.ts'
import { styleGuide } from './scripts/style-guide.ts'
import { BASE_PATH } from './shared/base.ts'

/** The address of the server that `npm run dev` runs. */
const API_ADDRESS = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

const SONNER_STYLES = /function __insertCSS\(code\) \{[\s\S]*?\n\}\n/

/**
 * sonner puts its style sheet into the page as an inline `<style>`, which our Content-Security-Policy
 * refuses: it becomes an ordinary style sheet of the build, and the build fails if sonner changes shape.
 */
function sonnerWithoutInlineStyle(): Plugin {
  let replaced = false
  return {
    name: 'sonner-without-inline-style',
    enforce: 'pre',
    buildEnd(error) {
      const building = this.environment.mode === 'build' && error === undefined
      if (building && !replaced) this.error('sonner: its module was not found.')
    },
    transform: {
      filter: { id: /\/node_modules\/sonner\/dist\/index\.mjs(\?|$)/ },
      handler(code) {
        if (!SONNER_STYLES.test(code)) this.error('sonner: __insertCSS is not where it was.')
        replaced = true
        return `import 'sonner/dist/styles.css'\n${code.replace(SONNER_STYLES, 'function __insertCSS() {}\n')}`
      },
    },
  }
}

/**
 * Makes Chromium compile each file beside the main thread while it loads, instead of each function at its first call.
 * Its code cache does not do this, because Chromium does not use it for modules.
 */
function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle: {
      // The comment must be the first line, before the code that Vite inserts.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/** Packages that do not say so, whose unused links (WebSocket) would stay in the build, and our own rules and schemas. */
const WITHOUT_SIDE_EFFECTS =
  /node_modules.(@trpc|superjson|copy-anything)|^(?!.*node_modules).*[\\/]shared[\\/]/

/** The frame around every screen, as the router's plugin splits it. */
const FRAME = join(import.meta.dirname, 'client/routes/_app.tsx?tsr-split=component')

/** All that the frame imports: each screen has it then. */
function ofFrame(context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>()
  const waiting = [FRAME]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const id of context.getModuleInfo(next)?.importedIds ?? []) {
      if (found.has(id) || /node_modules/.test(id)) continue
      found.add(id)
      waiting.push(id)
    }
  }
  return found
}

let frame: Set<string> | undefined
const nameOfFrame = (id: string, context: Rolldown.ChunkingContext) =>
  (frame ??= ofFrame(context)).has(id) ? 'frame' : null

/** The code of every dialog, which is loaded when the user begins to do something. */
const DIALOGS =
  /node_modules.(@radix-ui|react-remove-scroll|aria-hidden|use-sidecar|use-callback-ref|react-style-singleton|tslib)|client.ui.((alert-)?dialog|use-return-focus)\.ts/
const LISTS = /client.components.(data-table|pagination|filter-bar|row-deletion|editor\.)/
const FORMS =
  /node_modules.zod|shared.(fields|values|money-parse|kayit.schema)|client.(forms.(?!stored-drafts|choice-field)|components.(money-input|combobox|list-position)|ui.textarea|lib.login-again)/
/** For the three screens that set a password. */
const PASSWORDS = /client.(components.password-strength|ui.progress)\.|shared.(password|settings.rules)\.ts/
/** For the screens that set up a second factor or a passkey, or ask for the password again. */
const FACTORS =
  /client.(components.(second-factor.|qr-image|copied-address|password-again\.)|lib.(copy-text|confirmation|passkey)\.ts)|shared.(qr|auth.(second-factor|passkey-messages))\.ts/

/** The text of the privacy notice. */
const NOTICE = /client.components.notice-text\.|shared.auth.notice\.ts/

/** The parts of the change log, and a record's own. */
const CHANGES = /client.(components.changes|features.kayit.form.history-dialog)/

/** Code that the list of records and the record share. */
const RECORDS = /client.features.kayit.(form.pdf-address|items.unpriced|list.(rows|saved-row))\./

/** For the few screens with tabs, and their lists. */
const TABS = /client.(ui.tabs|components.list-states)\./

/** For the three screens with small menus. */
const MENUS = /client.components.choice-menu/

/** For forms, statistics and the change log; the list of records has no day to type. */
const DAYS = /client.components.date-input/

/** For the three screens of 'Kasa'. */
const CASH = /client.features.cash/

/** For the appointments and their dialog. */
const CALENDAR = /client.(features|components).appointment|shared.appointment/

/** For the list of reminders, the first screen and a car's page. */
const REMINDERS =
  /client.(components.reminder|lib.(use-reminders|next-service-offer))|shared.(reminder|message)|icons.bell-ring/

/** For the pages of a car and of a customer, with icons that only few other screens have. */
const LINKED =
  /client.(components.directory.(use-linking|more-menu|book-line|last-visit|facts|linked-card)|features.vehicle.vehicle-name)|shared.personal-data.messages|icons.(shield-check|calendar-clock)/

const APART = [
  REMINDERS,
  DAYS,
  CHANGES,
  DIALOGS,
  LISTS,
  FORMS,
  PASSWORDS,
  FACTORS,
  NOTICE,
  TABS,
  MENUS,
  // The record has none of them.
  /client.(components.(directory.(use-linking|warranty-line|more-menu|book-line)|license-badge|editor-dialog)|lib.use-warranty|forms.choice-field)|shared.(intake|message.texts|appointment.(?!states|words)|share.rules)/,
  /client.(features|components.forbidden)/,
]

/**
 * Code that many screens share is one file, because many small ones compress worse and cost a request each. Other code
 * is in files of its own (sizes: docs/performance.md).
 */
const CHUNKS = [
  { name: 'initial', tags: ['$initial' as const], priority: 6 },
  { name: nameOfFrame, debugName: 'frame', priority: 5 },
  // Before those below, each of which takes along what it imports.
  { name: 'common', test: (id: string) => !APART.some((one) => one.test(id)), minShareCount: 3, priority: 4 },
  { name: 'days', test: DAYS, minShareCount: 2, priority: 3 },
  { name: 'dialogs', test: DIALOGS, minShareCount: 2, priority: 3 },
  { name: 'lists', test: LISTS, minShareCount: 2, priority: 2 },
  { name: 'forms', test: FORMS, minShareCount: 2, priority: 1 },
  { name: 'calendar', test: CALENDAR, minShareCount: 2, priority: 1 },
  { name: 'reminders', test: REMINDERS, minShareCount: 2, priority: 1 },
  { name: 'linked', test: LINKED, minShareCount: 2, priority: 1 },
  { name: 'cash', test: CASH, minShareCount: 2, priority: 1 },
  { name: 'passwords', test: PASSWORDS, minShareCount: 2, priority: 1 },
  { name: 'records', test: RECORDS, minShareCount: 2, priority: 1 },
  { name: 'changes', test: CHANGES, priority: 1 },
  { name: 'factors', test: FACTORS, minShareCount: 2, priority: 1 },
  { name: 'tabs', test: TABS, minShareCount: 2, priority: 1 },
]

export default defineConfig({
  root: 'client',
  base: `${BASE_PATH}/`,
  plugins: [
    sonnerWithoutInlineStyle(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Absolute: vitest has another root than vite.
      routesDirectory: join(import.meta.dirname, 'client/routes'),
      generatedRouteTree: join(import.meta.dirname, 'client/routeTree.gen.ts'),
    }),
    react(),
    tailwindcss(),
    guide(),
    compileAhead(),
    serviceWorker(`${BASE_PATH}/`),
    precompress(),
    styleGuide(`${BASE_PATH}/`),
  ],
  resolve: {
    alias: [{ find: '@visx/text', replacement: join(import.meta.dirname, 'client/charts/plain-text.ts') }],
  },
  // The dependency scan would otherwise bundle sonner before the transform above can see it.
  optimizeDeps: { exclude: ['sonner'] },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // For measuring what a route loads (tests/bench/sizes.ts).
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      treeshake: {
        moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }],
        // No code of ours or of a package reads a property only for what its getter does.
        propertyReadSideEffects: false,
      },
      output: {
        codeSplitting: { groups: CHUNKS },
        // Shorter than usual, because the first file names all others.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  // `npm run dev`: the API is a server of its own, restarted when its files change.
  server: {
    proxy: Object.fromEntries(
      [`${BASE_PATH}/api`, `${BASE_PATH}/p/`, `${BASE_PATH}/takvim/`, '/api'].map((path) => [
        path,
        API_ADDRESS,
      ]),
    ),
  },
})
