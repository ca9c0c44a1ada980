import { useSessionUser } from '#client/lib/session.ts'

/** The format of the settings, which exports offer first. Staff do not read the settings, so it comes with the session. */
export const useOutputFormat = (): string => useSessionUser().output_format
