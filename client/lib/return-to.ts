import type { ParsedLocation } from '@tanstack/react-router'

import { BASE_PATH } from '#shared/base.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that the login screen stands in for. */
    returnTo?: string
  }
}

/** History state for the login screen: where the session ended under someone. No link can forge it. */
export const returnState = (location: ParsedLocation) => ({ returnTo: location.publicHref })

/** Where a login leads: back to the address of the state if it is one of ours, else to the dashboard. */
export function returnAddress({ returnTo }: { returnTo?: string | undefined }): string {
  return returnTo?.startsWith(`${BASE_PATH}/`) === true ? returnTo : `${BASE_PATH}/dashboard`
}
