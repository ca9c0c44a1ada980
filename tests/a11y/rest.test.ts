import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { CHANGES_STATES } from './states/changes.ts'
import { GUIDE } from './states/guide.ts'
import { MECHANIC } from './states/mechanic.ts'
import { REST } from './states/rest.ts'
import { SETTINGS_STATES } from './states/settings.ts'
import { STAFF } from './states/staff.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, [
  ...REST,
  ...SETTINGS_STATES,
  ...CHANGES_STATES,
  ...STAFF,
  ...GUIDE,
  ...MECHANIC,
])
