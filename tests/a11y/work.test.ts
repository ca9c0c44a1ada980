import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

import { checkStates } from './states/check.ts'
import { APPOINTMENT_STATES } from './states/appointments.ts'
import { REMINDER_STATES } from './states/reminders.ts'
import { WORK } from './states/work.ts'

checkStates({ panel: await testPanel(), browser: testBrowser() }, [
  ...WORK,
  ...APPOINTMENT_STATES,
  ...REMINDER_STATES,
])
