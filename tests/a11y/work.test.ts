import { testBrowser } from '#tests/support/browser.ts'
import { testPanel } from '#tests/support/panel.ts'

import { checkStates } from './states/check.ts'
import { WORK } from './states/work.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, WORK)
