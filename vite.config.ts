import { join } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { precompress } from './scripts/precompress.ts'
import { serviceWorker } from './scripts/service-worker.ts'
import { styleGuide } from './scripts/style-guide.ts'
import { BASE_PATH } from './shared/base.ts'

/** Where `npm run dev` runs the server. */
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

/** Their packages do not say so, and unused links (WebSocket) would stay in the build. */
const WITHOUT_SIDE_EFFECTS = /node_modules.(@trpc|superjson|copy-anything)/

const DIALOGS = /node_modules.(@radix-ui|react-remove-scroll|aria-hidden)|client.ui.(alert-)?dialog/
/** With all that these import. Lists know drafts of forms, but load no form. */
const FORMS =
  /node_modules.zod|shared.(fields|values|money-parse)|client.forms.(?!stored-drafts)|date-input|calendar-days/

/**
 * What many screens share is one file: in many small ones it compresses worse, and the first chunk names each. Forms and
 * dialogs are apart, because screens exist that need neither (sizes: docs/ux.md).
 */
const CHUNKS = [
  { name: 'initial', tags: ['$initial' as const], priority: 3 },
  { name: 'dialogs', test: DIALOGS, minShareCount: 6, priority: 2 },
  { name: 'shared', test: (id: string) => !FORMS.test(id), minShareCount: 6, priority: 1 },
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
    serviceWorker(`${BASE_PATH}/`),
    precompress(),
    styleGuide(`${BASE_PATH}/`),
  ],
  // The dependency scan would otherwise bundle sonner before the transform above can see it.
  optimizeDeps: { exclude: ['sonner'] },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // For measuring what a route loads (tests/bench/sizes.ts).
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }] },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  // `npm run dev`: the API is a server of its own, restarted when its files change.
  server: { proxy: Object.fromEntries([`${BASE_PATH}/api`, '/api'].map((path) => [path, API_ADDRESS])) },
})
