import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { ENTRY } from './states/entry.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, ENTRY)
