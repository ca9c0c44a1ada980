import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { SHOP_STATES } from './states/shops.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, SHOP_STATES)
