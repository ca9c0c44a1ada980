import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { HANDOVER } from './states/handover.ts'
import { PAYMENTS } from './states/payments.ts'
import { QUOTES } from './states/quotes.ts'
import { RECORD } from './states/record.ts'

const STATES = [...RECORD, ...PAYMENTS, ...HANDOVER, ...QUOTES]

checkStates({ panel: await testPanel(), browser: testBrowser() }, STATES)
