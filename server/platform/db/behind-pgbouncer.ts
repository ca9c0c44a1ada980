import type postgres from 'postgres'

type Unsafe = postgres.ReservedSql['unsafe']
type Options = postgres.UnsafeQueryOptions & { describe?: boolean | undefined }

/** A statement on its way: what Kysely's driver uses of that of postgres.js. */
export type Pending = Promise<postgres.RowList<postgres.Row[]>> & { cancel: () => void }
export type Send = (query: string, parameters: Parameters<Unsafe>[1], options: Options) => Pending

/**
 * Sends statements on a connection to a pgbouncer. At a response after which no transaction is open, pgbouncer may give
 * the server's connection to another client, and it does not see a statement that has asked for the types of its
 * parameters only: that one would never get a response. So outside a transaction such a statement is sent when all before
 * it have theirs.
 */
export class OrderedSending {
  readonly #direct: Send
  readonly #inFlight = new Set<Promise<unknown>>()
  /** Whether a transaction is open once all of these are carried out. */
  #isOpen = false
  /** The last statement that had to wait, until it is sent: those after it wait for that. */
  #waiting: Promise<unknown> | null = null

  /** `direct` sends at once. */
  constructor(direct: Send) {
    this.#direct = direct
  }

  readonly send: Send = (query, parameters, options) => {
    const asksForTypes = parameters !== undefined && parameters.length > 0 && options.describe !== false
    const needsSilence = asksForTypes && !this.#isOpen
    if (query.startsWith('begin')) this.#isOpen = true
    else if (query === 'commit' || query === 'rollback') this.#isOpen = false
    if (this.#waiting === null && !(needsSilence && this.#inFlight.size > 0))
      return this.#sendNow(query, parameters, options)
    return this.#sendLater(needsSilence, () => this.#sendNow(query, parameters, options))
  }

  /** Resolves when everything that was sent has its response. */
  async answered(): Promise<void> {
    while (this.#waiting !== null || this.#inFlight.size > 0)
      await Promise.allSettled([this.#waiting, ...this.#inFlight])
  }

  readonly #sendNow: Send = (query, parameters, options) => {
    const pending = this.#direct(query, parameters, options)
    const settle = () => void this.#inFlight.delete(settled)
    // The library sends it now, when somebody waits for it.
    const settled: Promise<unknown> = pending.then(settle, settle)
    this.#inFlight.add(settled)
    return pending
  }

  #sendLater(needsSilence: boolean, send: () => Pending): Pending {
    let sent: Pending | undefined
    let isCancelled = false
    const before = this.#waiting
    const sending = (async () => {
      await before
      if (needsSilence) await Promise.allSettled(this.#inFlight)
      sent = send()
      if (isCancelled) sent.cancel()
    })()
    const waiting = sending.finally(() => {
      if (this.#waiting === waiting) this.#waiting = null
    })
    this.#waiting = waiting
    const cancel = () => {
      isCancelled = true
      sent?.cancel()
    }
    return Object.assign(
      waiting.then(() => sent as Pending),
      { cancel },
    )
  }
}
