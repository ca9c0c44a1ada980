import { afterAll, expect, test } from 'vitest'

import { AUTH_ADMIN, AUTH_USER } from '#shared/options.ts'
import { accessProblems, type Screen, SCREENS, type TestBrowser } from '#tests/support/screens/browser.ts'
import { weakEdges } from '#tests/support/screens/edges.ts'
import { enter, type Panel, setNoticeCookies } from '#tests/support/panel/panel.ts'

import { fillShop, type Scene, type State } from './state.ts'

type Where = { panel: Panel; browser: TestBrowser }

const EVERY = Object.keys(SCREENS) as Screen[]
/** The states provoke faults, refusals and lost connections, which the browser reports. */
const PROVOKED = [/status of [45]\d\d/, /ERR_/, /Failed to (load|fetch)/, /Oturum denetlenemedi|silinemedi/]

/** Opens the state in a new browser context. */
export async function openState({ panel, browser }: Where, state: State, screen: Screen): Promise<Scene> {
  const { path, who, notices = {}, shop, reach } = state
  const auth = who === 'admin' ? AUTH_ADMIN : AUTH_USER
  const user = await panel.user({ auth, company_name: 'Yıldız Oto', license_end_date: '2026-12-31' })
  const page = await browser.open({ address: panel.address, screen, expectedErrors: PROVOKED })
  const scene = { panel, page, user, screen }
  if (shop !== 'empty') await fillShop(scene)
  if (who === 'none') await setNoticeCookies(page, panel.address, notices)
  else await enter(page, panel, user)
  if (notices.banner === false) await page.context().clearCookies({ name: 'cerez_onay' })
  if (path !== undefined) await page.goto(path)
  await reach(scene)
  return scene
}

/** Returns the problems of axe, overflow, target sizes, edges and focus rings, in both colour schemes. */
export async function problemsOf({ page }: Scene, { part }: State): Promise<string[]> {
  // A control that a sticky bar covers in part would count as too small.
  if (part === undefined) await showWhole(page)
  const problems = await accessProblems(page, { isCovered: part !== undefined })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const weak = await weakEdges(page, { rings: true, ...(part !== undefined && { part }) })
    problems.push(...weak.map((problem) => `${colorScheme}: ${problem}`))
  }
  return problems
}

async function showWhole(page: Scene['page']): Promise<void> {
  const { width, height } = page.viewportSize() ?? SCREENS.desktop
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, whole + 100) })
}

/** Runs one test for each state, at every width; prints the number of problems of each state at the end. */
export function checkStates(where: Where, states: readonly State[]): void {
  const table: Record<string, Partial<Record<Screen, number>>> = {}
  afterAll(() => console.table(table))

  test.each(states)('$route: $name', async (state) => {
    const found: Record<string, string[]> = {}
    const row: (typeof table)[string] = {}
    table[`${state.route}: ${state.name}`] = row
    for (const screen of state.screens ?? EVERY) {
      const scene = await openState(where, state, screen)
      const problems = await problemsOf(scene, state)
      await scene.page.context().close()
      row[screen] = problems.length
      if (problems.length > 0) found[screen] = problems
    }
    expect(found).toEqual({})
  })
}
