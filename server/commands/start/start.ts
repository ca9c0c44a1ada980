import type { Config } from '#server/config.ts'
import { startHousekeeping } from '#server/commands/jobs/housekeeping.ts'
import { startMailer } from '#server/commands/jobs/mailer.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { backupsOf, startDailyBackups } from './backups.ts'
import { addressOf, prepare, type StartOptions, withLogin } from './prepare.ts'

export type Running = Awaited<ReturnType<typeof start>>

/**
 * Opens the database, migrates, and serves in this process or, with WORKERS, in others; a stop or a failed start goes the
 * reverse way. Throws StartupError, or the reason of `stop` when that came while waiting for the database.
 */
export async function start(config: Config, options: StartOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const prepared = await prepare(config, options)
  const { database, log, notices, login } = prepared
  opened.use(database)
  try {
    const backups = backupsOf(config)
    // A single process need not load node:cluster, and the first of several need not load the application.
    const serve =
      config.workers === 1
        ? (await import('./serve.ts')).serve
        : (await import('./workers.ts')).serveByWorkers
    // The server listens last, so that every request finds everything in place.
    const serving = await serve(config, { ...database, log, backups, clock: options.clock })
    const housekeeping = startHousekeeping(database.maintenance, log)
    const mailer = startMailer({ db: database.maintenance, log }, config.mailServer)
    // All stop in parallel, because one after the other they could exceed the ten seconds of the stop.
    opened.defer(async () => void (await Promise.all([serving.stop(), housekeeping.stop(), mailer.stop()])))
    if (config.metricsPort !== undefined) {
      const { serveMetrics } = await import('#server/platform/metrics/server.ts')
      const metrics = await serveMetrics(config.metricsPort, serving.metrics)
      opened.defer(() => metrics.stop())
    }
    const daily = startDailyBackups(backups, log)
    opened.defer(() => daily.stop())
    const running = opened.move()
    return {
      /** 'http://127.0.0.1:3000/oto-servis/' */
      address: addressOf(config, serving.port),
      /** The database for work besides the requests, such as the demo's data. */
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
