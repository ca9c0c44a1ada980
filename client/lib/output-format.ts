import { useSessionUser } from '#client/lib/session.ts'

/** Returns the format that exports offer first. It comes with the session, because staff may not read the settings. */
export const useOutputFormat = (): string => useSessionUser().output_format
