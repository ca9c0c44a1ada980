import type { ParsedLocation } from '@tanstack/react-router'

import { BASE_PATH } from '#shared/base.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that the user requested before the login. */
    returnTo?: string
    /** The user name in the login form. */
    username?: string
    /** Whether the list of records focuses its search field. */
    focusSearch?: boolean
    /** The fields with which a new record from the page of a car or customer begins. */
    newRecordOf?: Readonly<Record<string, string>>
    /** The fields with which a new appointment begins at once. */
    appointmentOf?: Readonly<Record<string, string>>
  }
}

/** Returns the history state of the login screen after a session ended during use. No link can forge it. */
export const returnState = (location: ParsedLocation) => ({ returnTo: location.publicHref })

/** Returns the address after a login: the one in the state if it is ours, otherwise the dashboard. */
export function returnAddress({ returnTo }: { returnTo?: string | undefined }): string {
  return returnTo?.startsWith(`${BASE_PATH}/`) === true ? returnTo : `${BASE_PATH}/dashboard`
}
