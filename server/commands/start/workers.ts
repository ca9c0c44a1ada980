import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findPort } from '#server/platform/http/server.ts'
import { callAfter } from '#server/platform/lib/deadline.ts'
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
  readonly #running = new Map<Worker, Promise<void>>()
  readonly #replacements = new Set<NodeJS.Timeout>()
  #isStopping = false
  #pause = FIRST_PAUSE_MS

  /** Tests replace `fork`, which starts a process. */
  constructor(task: Task, log: Logger, fork: () => Worker = forkWorker) {
    this.#task = task
    this.#log = log
    this.#fork = fork
  }

  /** Resolves when all workers listen. If one does not, stops the others and throws StartupError with its reason. */
  async start(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: this.#task.workers }, () => this.#startOne()))
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Stops the workers after they have finished their requests. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const replacement of this.#replacements) clearTimeout(replacement)
    for (const worker of this.#running.keys()) send(worker, 'stop')
    const cancel = callAfter(STOP_MS, () => {
      this.#log.warn('workers that had not ended were killed')
      for (const worker of this.#running.keys()) worker.process.kill('SIGKILL')
    })
    await Promise.all(this.#running.values())
    cancel()
  }

  /** Resolves when the worker listens; whenever it ends, another one takes its place. */
  async #startOne(): Promise<void> {
    const worker = this.#fork()
    const began = performance.now()
    const listening = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    this.#running.set(worker, ended.promise)
    worker.once('exit', (code: number | null, signal: string | null) => {
      const how = signal ?? String(code)
      this.#running.delete(worker)
      ended.resolve()
      listening.reject(new StartupError(`Bir süreç başlarken kapandı (${how}).`))
      if (!this.#isStopping) this.#replaceLater(how, performance.now() - began)
    })
    worker.once('message', (message: FromWorker) => {
      if (message === 'listening') return listening.resolve()
      listening.reject(new StartupError(message.refused))
      worker.process.kill('SIGKILL')
    })
    // A message could not be sent; the end of the worker follows.
    worker.on('error', (error) => this.#log.debug({ err: error }, 'worker not reached'))
    send(worker, this.#task)
    await listening.promise
  }

  #replaceLater(how: string, lifetime: number): void {
    if (lifetime > STEADY_MS) this.#pause = FIRST_PAUSE_MS
    this.#log.error({ how, pause: this.#pause }, 'a worker ended and is replaced')
    const replacement = setTimeout(() => {
      this.#replacements.delete(replacement)
      this.#startOne().catch((error: Error) => this.#log.error({ err: error }, 'a worker did not start'))
    }, this.#pause)
    this.#replacements.add(replacement)
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE_MS)
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
