// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'

import { firstSteps } from '#client/features/dashboard/first-steps.ts'
import { isFirstStepDone, markFirstStepDone } from '#client/lib/first-steps.ts'
import { beginSession, forgetSession } from '#client/lib/session.ts'
import { sessionUserOf } from '#tests/client/session-user.ts'

describe('the first steps of a shop', () => {
  test.each([
    ['a new shop has done none', { hasLogo: false, records: 0, hasGivenPdf: false }, [false, false, false]],
    ['a logo is the first', { hasLogo: true, records: 0, hasGivenPdf: false }, [true, false, false]],
    ['a record is the second', { hasLogo: false, records: 1, hasGivenPdf: false }, [false, true, false]],
    ['a document is the third', { hasLogo: false, records: 4, hasGivenPdf: true }, [false, true, true]],
  ])('%s', (_, progress, [logo, record, pdf]) => {
    expect(firstSteps(progress)).toEqual({ logo, record, pdf })
  })

  test('a shop that has done all has none left', () => {
    expect(firstSteps({ hasLogo: true, records: 1, hasGivenPdf: true })).toBe(null)
  })

  test('a shop with five records works already, whatever it has left out', () => {
    expect(firstSteps({ hasLogo: false, records: 4, hasGivenPdf: false })).not.toBe(null)
    expect(firstSteps({ hasLogo: false, records: 5, hasGivenPdf: false })).toBe(null)
  })
})

describe('the device’s memory of the steps', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    forgetSession()
    localStorage.clear()
  })
  const enter = (id: number) => beginSession(sessionUserOf({ id }))

  test('it is kept for its user only, and survives the logout', () => {
    enter(1)
    markFirstStepDone('pdf')
    expect([isFirstStepDone('pdf'), isFirstStepDone('gizli')]).toEqual([true, false])
    enter(2)
    expect(isFirstStepDone('pdf')).toBe(false)
    forgetSession()
    enter(1)
    expect(isFirstStepDone('pdf')).toBe(true)
  })

  test('nothing is remembered where storage is forbidden', () => {
    enter(1)
    const forbid = () => {
      throw new DOMException('Storage is forbidden.', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbid)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbid)
    markFirstStepDone('gizli')
    expect(isFirstStepDone('gizli')).toBe(false)
  })
})
