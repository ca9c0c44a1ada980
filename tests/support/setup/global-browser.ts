import type { TestProject } from 'vitest/node'

import { ensureChromium } from '#scripts/ensure-chromium.ts'

import { ensureBuild } from './build.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the browser. */
    chromium: string
  }
}

/** vitest globalSetup: provides the browser that browser tests need in addition to a database. */
export default function setup(project: TestProject): void {
  project.provide('chromium', ensureChromium())
  ensureBuild()
}
