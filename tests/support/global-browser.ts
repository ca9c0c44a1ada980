import type { TestProject } from 'vitest/node'

import { ensureChromium } from '#scripts/ensure-chromium.ts'

import { ensureBuild } from './build.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The browser's program. */
    chromium: string
  }
}

/** vitest globalSetup: what the browser tests need beside a database. */
export default function setup(project: TestProject): void {
  project.provide('chromium', ensureChromium())
  ensureBuild()
}
