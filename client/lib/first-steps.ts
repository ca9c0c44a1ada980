import { api } from '#client/lib/api.ts'

/*
 * What this device remembers of the logged-in user's first steps, for the first screen. Each user of a device has
 * their own; it is no shop's data, so it survives the logout.
 */

/** 'pdf': a document was opened; 'gizli': the user has hidden the steps. */
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
