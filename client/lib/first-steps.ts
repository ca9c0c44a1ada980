import { api } from '#client/lib/api.ts'

/*
 * The first steps that the logged-in user has done on this device, for the first screen. Each user of a device has
 * separate ones; they are no shop's data, so they survive the logout.
 */

/** 'pdf': the user has opened a document; 'gizli': the user has hidden the steps. */
type FirstStep = 'pdf' | 'gizli'

const nameOf = (step: FirstStep) => `ilk-adimlar:${api.auth.session.getData()?.user?.id ?? ''}:${step}`

export function markFirstStepDone(step: FirstStep): void {
  try {
    localStorage.setItem(nameOf(step), '1')
  } catch {
    // Storage is full or forbidden: the step stays open until the shop has enough records.
  }
}

export function isFirstStepDone(step: FirstStep): boolean {
  try {
    return localStorage.getItem(nameOf(step)) !== null
  } catch {
    return false
  }
}
