import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { PERSONAL_DATA } from './states/personal-data.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, PERSONAL_DATA)
