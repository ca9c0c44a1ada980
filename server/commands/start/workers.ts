import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findPort } from '#server/platform/http/server.ts'
import { deadline } from '#server/platform/lib/deadline.ts'
import type { Logger } from '#server/platform/lib/logger.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import type { Serving } from './serve.ts'
import type { FromWorker, Task, ToWorker } from './worker.ts'

/** Workers that still run after this, in ms, are killed, because the database needs the rest of the stop. */
const STOP_MS = 7_000
/** The pause before a worker is replaced, in ms; it doubles while workers end soon after their start. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000
/** A worker that has run this long, in ms, resets the pause. */
const STEADY_MS = 10_000

type Served = Pick<Database, 'requests' | 'replicaTarget'> & { log: Logger }

/** Serves requests on a prepared database by several processes until `stop`. Throws as `serve` does. */
export async function serveByWorkers(
  config: Config,
  { requests: target, replicaTarget, log }: Served,
): Promise<Serving> {
  const port = await findPort(config)
  const workers = new Workers({ target, replicaTarget, port, workers: config.workers }, log)
  await workers.start()
  return { port, metrics: undefined, stop: () => workers.stop() }
}

/** Keeps the number of processes that serve requests until they are stopped. */
export class Workers {
  readonly #task: Task
  readonly #log: Logger
  readonly #fork: () => Worker
  /** The end of each running worker. */
  readonly #running = new Map<Worker, Promise<string>>()
  #isStopping = false
  #pause = FIRST_PAUSE_MS
  #cancelReplacements = new Set<() => void>()

  /** Tests replace `fork`, which starts a process. */
  constructor(task: Task, log: Logger, fork: () => Worker = forkWorker) {
    this.#task = task
    this.#log = log
    this.#fork = fork
  }

  /** Resolves when all workers listen. If one does not, stops the others and throws StartupError with its reason. */
  async start(): Promise<void> {
    const started = Array.from({ length: this.#task.workers }, () => this.#startOne())
    try {
      await Promise.all(started.map(({ listening }) => listening))
    } catch (error) {
      await this.stop()
      throw error
    }
    for (const { ended } of started) void this.#replaceAt(ended)
  }

  /** Stops the workers after they have finished their requests. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const cancel of this.#cancelReplacements) cancel()
    for (const worker of this.#running.keys()) send(worker, 'stop')
    const cancel = deadline(STOP_MS, () => {
      this.#log.warn('workers that had not ended were killed')
      for (const worker of this.#running.keys()) worker.process.kill('SIGKILL')
    })
    await Promise.all(this.#running.values())
    cancel()
  }

  #startOne(): { listening: Promise<void>; ended: Promise<string> } {
    const worker = this.#fork()
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
    const ended = new Promise<string>((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.#running.delete(worker)
        resolve(signal ?? String(code))
      })
    })
    this.#running.set(worker, ended)
    worker.once('message', (message: FromWorker) => {
      if (message === 'listening') resolve()
      else reject(new StartupError(message.refused))
    })
    void ended.then((how) => reject(new StartupError(`Bir süreç başlarken kapandı (${how}).`)))
    // A message could not be sent; the end of the worker follows.
    worker.on('error', (error) => this.#log.debug({ err: error }, 'worker not reached'))
    send(worker, this.#task)
    // The caller that waits for it reports the error.
    listening.catch(() => worker.process.kill('SIGKILL'))
    return { listening, ended }
  }

  async #replaceAt(end: Promise<string>): Promise<void> {
    const since = performance.now()
    const how = await end
    if (this.#isStopping) return
    if (performance.now() - since > STEADY_MS) this.#pause = FIRST_PAUSE_MS
    this.#log.error({ how, pause: this.#pause }, 'a worker ended and is replaced')
    this.#replaceLater()
  }

  #replaceLater(): void {
    const cancel = deadline(this.#pause, () => {
      this.#cancelReplacements.delete(cancel)
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS)
      const { listening, ended } = this.#startOne()
      // A worker that did not start has ended too.
      listening.catch((error: Error) => this.#log.error({ err: error }, 'a worker did not start'))
      void this.#replaceAt(ended)
    })
    this.#cancelReplacements.add(cancel)
  }
}

function forkWorker(): Worker {
  // With round robin a connection on its way to a worker that dies would stay open without a response.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: fileURLToPath(new URL('worker.ts', import.meta.url)), args: [] })
  return cluster.fork()
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message)
}
