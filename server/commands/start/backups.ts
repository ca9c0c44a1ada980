import { type BackupService, createBackupService } from '#server/platform/backup/service.ts'
import type { Config } from '#server/config.ts'
import type { Logger } from '#server/platform/lib/logger.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A start has more urgent work first, in ms. */
const FIRST_CHECK_MS = 60_000

/** Returns the process's only backup service, so that daily and manual backups wait for each other. */
export const backupsOf = (config: Config): BackupService | null =>
  config.databaseUrl === undefined ? createBackupService(config) : null

/** Backs up when the newest automatic backup is a day old, looking each hour. Retries a failure an hour later. */
export function startDailyBackups(backups: BackupService | null, log: Logger): { stop: () => void } {
  if (backups === null) return { stop: () => {} }
  const check = () => {
    const newest = backups.stored().find(({ kind }) => kind === 'otomatik')
    if (newest !== undefined && Date.now() - newest.createdAt.getTime() < DAY_MS) return
    backups.make('otomatik').catch((error: unknown) => log.error({ err: error }, 'the daily backup failed'))
  }
  const timers = [setTimeout(check, FIRST_CHECK_MS), setInterval(check, HOUR_MS)]
  return { stop: () => timers.forEach((timer) => clearTimeout(timer)) }
}
