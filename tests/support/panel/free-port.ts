import { findPort } from '#server/platform/http/server.ts'

/** Returns a port of the loopback address that was free a moment ago. */
export const freePort = (): Promise<number> => findPort({ port: 0, host: '127.0.0.1' })
