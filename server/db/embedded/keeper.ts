import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '#server/lib/startup-error.ts'

import { type Guard, type Login, takeGuard } from './guard.ts'
import type { Endpoint } from './lock-files.ts'
import type { Place } from './place.ts'
import { ensureRunning, type Running, stopServer } from './postmaster.ts'
import { plainStorageError } from './storage-error.ts'

export type Keeping = {
  place: Place
  /** Where a server that we start listens; one that we adopt stays where it is. */
  endpoint: Endpoint
  login: Omit<Login, keyof Endpoint>
  database: string
  settings: Readonly<Record<string, string>> | undefined
  log: ((message: string) => void) | undefined
}

/** A server that is just ending can still be met; after this long it is a fault. */
const CONNECT_LIMIT_MS = 10_000
/** The whole application has 10 s to stop. */
const STOP_LIMIT_MS = 7000
const LONGEST_PAUSE_MS = 5000

/** Keeps one cluster's server running, and the lock that says that it is ours. */
export class Keeper {
  readonly #keeping: Keeping
  readonly #stopping = new AbortController()
  #endpoint: Endpoint
  #pid = 0
  #guard: Guard | undefined
  #revival: Promise<void> = Promise.resolve()

  constructor(keeping: Keeping) {
    this.#keeping = keeping
    this.#endpoint = keeping.endpoint
  }

  /** Number of the server's first process; another one after it had to be started again. */
  get pid(): number {
    return this.#pid
  }

  /**
   * Starts or adopts the server. A StartupError when another panel uses it, or when it cannot be used; the reason of
   * `signal` when that ended the start.
   */
  async begin(signal?: AbortSignal): Promise<Running> {
    const deadline = Date.now() + CONNECT_LIMIT_MS
    let started = false
    for (;;) {
      const running = await this.#run(signal)
      started ||= !running.adopted
      try {
        await this.#protect()
        return { ...running, adopted: !started }
      } catch (error) {
        // A server that another panel uses stays; one that we started and cannot use does not.
        if (error instanceof StartupError) throw error
        await sleep(100)
        if (signal?.aborted !== true && Date.now() < deadline) continue
        if (started) await stopServer(this.#keeping.place.cluster, this.#pid, STOP_LIMIT_MS)
        signal?.throwIfAborted()
        throw new StartupError(`DATA_DIR: veritabanına bağlanılamadı; ayrıntı: ${this.#keeping.place.log}`)
      }
    }
  }

  /** Stops the server, also when it is only just being started again. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#revival
    await stopServer(this.#keeping.place.cluster, this.#pid, STOP_LIMIT_MS)
    await this.#guard?.end()
  }

  async #run(signal: AbortSignal | undefined): Promise<Running> {
    const { place, settings } = this.#keeping
    const running = await ensureRunning(place, this.#endpoint, { settings, signal })
    this.#endpoint = { host: running.host, port: running.port }
    this.#pid = running.pid
    return running
  }

  async #protect(): Promise<void> {
    const { login, database } = this.#keeping
    await this.#guard?.end()
    this.#guard = await takeGuard({ ...this.#endpoint, ...login }, database, () => {
      if (!this.#stopping.signal.aborted) this.#revival = this.#revive()
    })
  }

  /** The lock's connection ended by itself: the server died, or somebody stopped it behind our back. */
  async #revive(): Promise<void> {
    const { log = () => {} } = this.#keeping
    log('Veritabanı beklenmedik biçimde kapandı; yeniden başlatılıyor.')
    for (let pause = 50; !this.#stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.#run(this.#stopping.signal)
        await this.#protect()
        log('Veritabanı yeniden çalışıyor.')
        return
      } catch (thrown) {
        if (this.#stopping.signal.aborted) return
        const error = plainStorageError(thrown, this.#keeping.place.cluster)
        log(error instanceof Error ? error.message : String(error))
        await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => {})
      }
    }
  }
}
