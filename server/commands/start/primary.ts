import type { Config } from '#server/config.ts'
import { findPort } from '#server/platform/http/server.ts'
import { startHousekeeping } from '#server/commands/jobs/housekeeping.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { backupsOf, startDailyBackups } from './backups.ts'
import { addressOf, prepare, type StartOptions, withLogin } from './prepare.ts'
import type { Running } from './start.ts'
import { Workers } from './workers.ts'

/**
 * Starts several processes: this one holds the database and does the housekeeping, the workers serve the requests.
 * Throws as `start` does.
 */
export async function startPrimary(config: Config, options: StartOptions = {}): Promise<Running> {
  await using opened = new AsyncDisposableStack()
  const prepared = await prepare(config, { ...options, workers: config.workers })
  const { database, log, notices, login } = prepared
  opened.defer(() => database.close())
  try {
    const port = await findPort(config)
    const { requests: target, replicaTarget } = database
    const workers = new Workers({ target, replicaTarget, port, workers: config.workers }, log)
    await workers.start()
    const housekeeping = startHousekeeping(database.maintenance, log)
    // In parallel, because one after the other they could exceed the ten seconds of the stop.
    opened.defer(async () => void (await Promise.all([workers.stop(), housekeeping.stop()])))
    if (config.metricsPort !== undefined) {
      const { serveClusterMetrics } = await import('#server/platform/metrics/cluster.ts')
      const metrics = await serveClusterMetrics(config.metricsPort)
      opened.defer(() => metrics.stop())
    }
    const daily = startDailyBackups(backupsOf(config), log)
    opened.defer(() => daily.stop())
    const running = opened.move()
    return {
      address: addressOf(config, port),
      maintenance: database.maintenance,
      notices,
      login,
      stop: () => running.disposeAsync(),
    }
  } catch (error) {
    // A signal from the terminal also ends workers that are just starting.
    options.stop?.throwIfAborted()
    throw error instanceof StartupError ? withLogin(error, prepared) : error
  }
}
