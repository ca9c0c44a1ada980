import { api } from '#client/lib/api.ts'

/*
 * The first steps that the logged-in user has done on this device, for the first screen. Each user of a device has
 * separate ones; they are no shop's data, so they survive the logout.
 */

/** 'pdf': the user has opened a document; 'gizli': the user has hidden the steps. */
type Noted = 'pdf' | 'gizli'

const nameOf = (noted: Noted) => `ilk-adimlar:${api.auth.session.getData()?.user?.id ?? ''}:${noted}`

export function noteFirstStep(noted: Noted): void {
  try {
    localStorage.setItem(nameOf(noted), '1')
  } catch {
    // Storage is full or forbidden: the step stays open until the shop has enough records.
  }
}

export function isFirstStepNoted(noted: Noted): boolean {
  try {
    return localStorage.getItem(nameOf(noted)) !== null
  } catch {
    return false
  }
}
