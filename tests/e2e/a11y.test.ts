import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { openState, problemsOf } from '#tests/a11y/states/check.ts'
import { ACCOUNTS } from '#tests/a11y/states/accounts.ts'
import { APPOINTMENT_STATES } from '#tests/a11y/states/appointments.ts'
import { CHANGES_STATES } from '#tests/a11y/states/changes.ts'
import { DAY_END } from '#tests/a11y/states/day-end.ts'
import { ENTRY } from '#tests/a11y/states/entry.ts'
import { FACTOR } from '#tests/a11y/states/factor.ts'
import { GUIDE } from '#tests/a11y/states/guide.ts'
import { LOGINS } from '#tests/a11y/states/logins.ts'
import { HISTORY } from '#tests/a11y/states/history.ts'
import { LIST_STATES } from '#tests/a11y/states/list.ts'
import { MONEY } from '#tests/a11y/states/money.ts'
import { MONTH_END } from '#tests/a11y/states/month.ts'
import { PERSONAL_DATA } from '#tests/a11y/states/personal-data.ts'
import { RECORD } from '#tests/a11y/states/record.ts'
import { PUBLIC_STATES } from '#tests/a11y/states/public.ts'
import { REMINDER_STATES } from '#tests/a11y/states/reminders.ts'
import { REST } from '#tests/a11y/states/rest.ts'
import { SETTINGS_STATES } from '#tests/a11y/states/settings.ts'
import { SEARCH } from '#tests/a11y/states/search.ts'
import { STAFF } from '#tests/a11y/states/staff.ts'
import { WORK } from '#tests/a11y/states/work.ts'
import { testBrowser } from '#tests/support/screens/browser.ts'
import { testPanel } from '#tests/support/panel/panel.ts'

/* A short form of `npm run test:a11y`: the first state of every route, on a desktop. */

const where = { panel: await testPanel(), browser: testBrowser() }
const STATES = [
  ...ENTRY,
  ...LIST_STATES,
  ...APPOINTMENT_STATES,
  ...REMINDER_STATES,
  ...WORK,
  ...RECORD,
  ...HISTORY,
  ...MONEY,
  ...ACCOUNTS,
  ...DAY_END,
  ...MONTH_END,
  ...REST,
  ...SETTINGS_STATES,
  ...GUIDE,
  ...CHANGES_STATES,
  ...FACTOR,
  ...LOGINS,
  ...STAFF,
  ...PERSONAL_DATA,
  ...SEARCH,
]
const ROUTES = [...new Set(STATES.map(({ route }) => route))]

test('every route of the panel has a state, and every state its own name', () => {
  const tree = readFileSync(new URL('../../client/routeTree.gen.ts', import.meta.url), 'utf8')
  const paths = /fullPaths:\n((?: +\| '.*'\n)+)/.exec(tree)?.[1] ?? ''
  const routes = [...paths.matchAll(/'(.*)'/g)].map(([, route]) => route)
  expect(routes.length).toBeGreaterThan(8)
  expect(new Set(ROUTES)).toEqual(new Set(routes))
  const names = STATES.map(({ route, name }) => `${route} ${name}`)
  expect(new Set(names).size).toBe(names.length)
})

const firstStates = ROUTES.map((route) => {
  const state = STATES.find((one) => one.route === route && one.shop !== 'empty')
  if (state === undefined) throw new Error(`no state of ${route}`)
  return state
})

test.each([...firstStates, ...PUBLIC_STATES.slice(0, 1)])(
  '$route: $name is accessible, and its edges and focus rings can be seen',
  async (state) => {
    expect(await problemsOf(await openState(where, state, 'desktop'), state)).toEqual([])
  },
)
