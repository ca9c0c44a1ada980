import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { DAY_END } from './states/day-end.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, DAY_END)
