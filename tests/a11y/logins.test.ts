import { testBrowser } from '#tests/support/browser.ts'
import { testPanel } from '#tests/support/panel.ts'

import { checkStates } from './states/check.ts'
import { LOGINS } from './states/logins.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, LOGINS)
