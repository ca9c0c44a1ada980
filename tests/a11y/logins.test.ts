import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { LOGINS } from './states/logins.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, LOGINS)
