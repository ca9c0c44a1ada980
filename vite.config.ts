import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

import { BASE_PATH } from './shared/base.ts'

export default defineConfig({
  root: 'client',
  base: `${BASE_PATH}/`,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './routes',
      generatedRouteTree: './routeTree.gen.ts',
    }),
    react(),
    tailwindcss(),
  ],
  build: { outDir: '../dist/client', emptyOutDir: true },
  test: {
    root: import.meta.dirname,
    projects: [
      { extends: true, root: '.', test: { name: 'unit', include: ['tests/shared/**/*.test.ts', 'tests/client/**/*.test.{ts,tsx}'] } },
    ],
  },
})
