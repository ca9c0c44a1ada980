import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { ACCOUNTS } from './states/accounts.ts'
import { checkStates } from './states/check.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, ACCOUNTS)
