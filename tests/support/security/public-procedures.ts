import { publicProcedures } from '#tests/support/security/public-operations.ts'

/** Procedures that an anonymous caller may call; every other one needs a session. */
export const PUBLIC_PROCEDURES: readonly string[] = Object.keys(publicProcedures)
