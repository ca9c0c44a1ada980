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
    // What every screen needs in one file: in ten it compresses to 4 KB more.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] } } },
  },
  // `npm run dev`: the API is a server of its own, restarted when its files change.
  server: { proxy: Object.fromEntries([`${BASE_PATH}/api`, '/api'].map((path) => [path, API_ADDRESS])) },
})
