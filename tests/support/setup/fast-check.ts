import { configureGlobal } from 'fast-check'

import { isShort } from '#tests/long-form.ts'

/**
 * fast-check for all tests. `npm test` always tries the same values, so that a run says something about a change;
 * `npm run test:long` and single files try others each time.
 */
if (isShort) configureGlobal({ seed: 20_261_127 })

export * from 'fast-check'
