import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { LIST_STATES } from './states/list.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, LIST_STATES)
