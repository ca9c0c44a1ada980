import { configureGlobal } from 'fast-check'

import { isShort } from '#tests/long-form.ts'

/**
 * Configures fast-check for all tests. `npm test` always tries the same values, so that a failure points to the change;
 * `npm run test:long` and single files try others each time.
 */
if (isShort) configureGlobal({ seed: 20_261_127 })

export * from 'fast-check'
