import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { MONTH_END } from './states/month.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, MONTH_END)
