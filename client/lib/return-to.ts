import type { ParsedLocation } from '@tanstack/react-router'

import { BASE_PATH } from '#shared/base.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that the user requested before the login. */
    returnTo?: string
    /** Whose name the login form begins with. */
    username?: string
    /** The list of records begins in its search field. */
    focusSearch?: boolean
    /** The car of a new record, as its page names it. */
    newRecordOf?: { plaka: string; sasi_no: string }
  }
}

/** History state of the login screen, set where a session ended during use. No link can forge it. */
export const returnState = (location: ParsedLocation) => ({ returnTo: location.publicHref })

/** The address after a login: the one in the state if it is one of ours, otherwise the dashboard. */
export function returnAddress({ returnTo }: { returnTo?: string | undefined }): string {
  return returnTo?.startsWith(`${BASE_PATH}/`) === true ? returnTo : `${BASE_PATH}/dashboard`
}
