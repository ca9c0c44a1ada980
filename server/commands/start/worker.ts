import { once } from 'node:events'

import { loadConfig } from '#server/config.ts'
import { connectRequests, type RequestsTarget } from '#server/platform/db/database.ts'
import { createLogger } from '#server/platform/lib/logger.ts'
import { shareMachineAmong } from '#server/platform/lib/processes.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { backupsOf } from './backups.ts'
import { serve, type Serving } from './serve.ts'
import { onStopSignal } from './run.ts'

/** A worker first receives its task, and later the request to stop. */
export type ToWorker = Task | 'stop'
export type Task = {
  target: RequestsTarget
  replicaTarget?: RequestsTarget | undefined
  port: number
  workers: number
}
/** A worker reports that it listens, or why it does not. */
export type FromWorker = 'listening' | { refused: string }

/** Receives the task, listens, and stops at a message or a signal. node:cluster ends it without its primary. */
async function runWorker(): Promise<void> {
  const starting = once(process, 'message').then(([task]) => startWorker(task as Task))
  onStopSignal(async () => (await starting).stop())
  // Until it listens, nothing else keeps the process alive.
  process.channel?.ref()
  try {
    await starting
    tell('listening')
  } catch (error) {
    tell({ refused: error instanceof StartupError ? error.message : String((error as Error).stack) })
  }
}

async function startWorker(task: Task): Promise<Pick<Serving, 'port' | 'stop'>> {
  const { target, replicaTarget, port, workers } = task
  await using opened = new AsyncDisposableStack()
  shareMachineAmong(workers)
  const config = loadConfig()
  const log = createLogger(config.logLevel, { pid: process.pid })
  const database = connectRequests(target, { replicaTarget, log: (message) => log.error(message) })
  opened.use(database)
  const parts = { ...database, log, backups: backupsOf(config), reusePort: CAN_SHARE_PORT }
  const serving = await serve({ ...config, port }, parts)
  opened.defer(() => serving.stop())
  const running = opened.move()
  return { port, stop: () => running.disposeAsync() }
}

/** Linux spreads connections evenly among several sockets of one port; elsewhere the workers share one socket. */
const CAN_SHARE_PORT = process.platform === 'linux'

const tell = (message: FromWorker): void => void process.send?.(message)

await runWorker()
