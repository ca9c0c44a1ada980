import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '#server/platform/lib/startup-error.ts'

import { type InstanceLock, type Login, takeInstanceLock } from './instance-lock.ts'
import type { Endpoint } from './lock-files.ts'
import type { ClusterPaths } from './paths.ts'
import { ensureRunning, type Running, stopServer } from './postmaster.ts'
import { plainStorageError } from './storage-error.ts'

type Supervised = {
  paths: ClusterPaths
  /** The address for a server that we start; an adopted one keeps its own. */
  endpoint: Endpoint
  login: Omit<Login, keyof Endpoint>
  database: string
  /** How long to wait for another panel's lock, in ms. */
  lockWaitMs: number
  settings: Readonly<Record<string, string>> | undefined
  log: ((message: string) => void) | undefined
}

/** How long connecting may fail, in ms, because the server that was found is just ending. */
const CONNECT_LIMIT_MS = 10_000
/** The whole application has 10 s to stop. */
const STOP_LIMIT_MS = 7000
const LONGEST_PAUSE_MS = 5000

/** Keeps one cluster's server running and holds the instance lock. */
export class Supervisor {
  readonly #supervised: Supervised
  readonly #stopping = new AbortController()
  #endpoint: Endpoint
  #pid = 0
  #lock: InstanceLock | undefined
  #revival: Promise<void> = Promise.resolve()

  constructor(supervised: Supervised) {
    this.#supervised = supervised
    this.#endpoint = supervised.endpoint
  }

  /** Id of the server's first process; it changes with a restart of the server. */
  get pid(): number {
    return this.#pid
  }

  /** Starts or adopts the server. Throws a StartupError if it cannot be used, and the reason of `signal`. */
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
        // A server that another panel uses keeps running; one that we started and cannot use is stopped.
        if (error instanceof StartupError) throw error
        await sleep(100)
        if (signal?.aborted !== true && Date.now() < deadline) continue
        if (started) await stopServer(this.#supervised.paths.cluster, this.#pid, STOP_LIMIT_MS)
        signal?.throwIfAborted()
        throw new StartupError(`DATA_DIR: veritabanına bağlanılamadı; ayrıntı: ${this.#supervised.paths.log}`)
      }
    }
  }

  /** Stops the server, also while it is being restarted. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#revival
    await stopServer(this.#supervised.paths.cluster, this.#pid, STOP_LIMIT_MS)
    await this.#lock?.end()
  }

  async #run(signal: AbortSignal | undefined): Promise<Running> {
    const { paths, settings } = this.#supervised
    const running = await ensureRunning(paths, this.#endpoint, { settings, signal })
    this.#endpoint = { host: running.host, port: running.port }
    this.#pid = running.pid
    return running
  }

  async #protect(): Promise<void> {
    const { login, database, lockWaitMs } = this.#supervised
    await this.#lock?.end()
    this.#lock = await takeInstanceLock({
      login: { ...this.#endpoint, ...login },
      database,
      waitMs: lockWaitMs,
      onLost: () => {
        if (!this.#stopping.signal.aborted) this.#revival = this.#revive()
      },
    })
  }

  /** The lock's connection ended by itself: the server died, or another process stopped it. */
  async #revive(): Promise<void> {
    const { log = () => {} } = this.#supervised
    log('Veritabanı beklenmedik biçimde kapandı; yeniden başlatılıyor.')
    for (let pause = 50; !this.#stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.#run(this.#stopping.signal)
        await this.#protect()
        log('Veritabanı yeniden çalışıyor.')
        return
      } catch (thrown) {
        if (this.#stopping.signal.aborted) return
        const error = plainStorageError(thrown, this.#supervised.paths.cluster)
        log(error instanceof Error ? error.message : String(error))
        await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => {})
      }
    }
  }
}
