import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '#server/lib/startup-error.ts'

import { type InstanceLock, type Login, takeInstanceLock } from './instance-lock.ts'
import type { Endpoint } from './lock-files.ts'
import type { ClusterPaths } from './paths.ts'
import { ensureRunning, type Running, stopServer } from './postmaster.ts'
import { plainStorageError } from './storage-error.ts'

export type Supervised = {
  paths: ClusterPaths
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
        if (started) await stopServer(this.#supervised.paths.cluster, this.#pid, STOP_LIMIT_MS)
        signal?.throwIfAborted()
        throw new StartupError(`DATA_DIR: veritabanına bağlanılamadı; ayrıntı: ${this.#supervised.paths.log}`)
      }
    }
  }

  /** Stops the server, also when it is only just being started again. */
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
    const { login, database } = this.#supervised
    await this.#lock?.end()
    this.#lock = await takeInstanceLock({ ...this.#endpoint, ...login }, database, () => {
      if (!this.#stopping.signal.aborted) this.#revival = this.#revive()
    })
  }

  /** The lock's connection ended by itself: the server died, or somebody stopped it behind our back. */
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
