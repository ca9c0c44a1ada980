import { AsyncLocalStorage } from 'node:async_hooks'

/** Work for no request: it waits in one line of its own. */
const NOBODY = ''

const callers = new AsyncLocalStorage<string>()

const STRANGER = 'network '

/** The key of callers who sent no known session, by their network. */
export const strangerOf = (network: string): string => `${STRANGER}${network}`

/** Whether a key is that of such callers: somebody can have many networks, but not many shops. */
export const isStranger = (key: string): boolean => key.startsWith(STRANGER)

/** Runs `work` for a caller, so that whatever it waits for can be shared fairly among callers. */
export const asCaller = <T>(caller: string, work: () => T): T => callers.run(caller, work)

/** For whom the running work is done; '' outside of requests. */
export const currentCaller = (): string => callers.getStore() ?? NOBODY
