import { AsyncLocalStorage } from 'node:async_hooks'

const callers = new AsyncLocalStorage<string>()

const ANONYMOUS = 'network '

/** Returns the key of anonymous callers, by their network. */
export const anonymousKey = (network: string): string => ANONYMOUS + network

/** Returns whether a key is that of anonymous callers: one caller can have many networks, but not many shops. */
export const isAnonymousKey = (key: string): boolean => key.startsWith(ANONYMOUS)

/** Runs `work` for a caller, so that whatever it waits for can be shared fairly among callers. */
export const runAsCaller = <T>(caller: string, work: () => T): T => callers.run(caller, work)

/** Returns the key of the caller of the running work; '' outside of requests. */
export const currentCaller = (): string => callers.getStore() ?? ''
