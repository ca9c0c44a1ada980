import { AsyncLocalStorage } from 'node:async_hooks'

/** Work for no request: it waits in one line of its own. */
const NOBODY = ''

const callers = new AsyncLocalStorage<string>()

/** Runs `work` for a caller, so that whatever it waits for can be shared fairly among callers. */
export const asCaller = <T>(caller: string, work: () => T): T => callers.run(caller, work)

/** For whom the running work is done; '' outside of requests. */
export const currentCaller = (): string => callers.getStore() ?? NOBODY
