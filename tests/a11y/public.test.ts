import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { PUBLIC_STATES } from './states/public.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, PUBLIC_STATES)
