import { type BackupService, createBackupService } from '#server/platform/backup/service.ts'
import type { Config } from '#server/config.ts'
import type { Logger } from '#server/platform/lib/logger.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A start has more urgent work, in ms. */
const FIRST_LOOK_MS = 60_000

/** A process makes it once, so that the daily backup and the administrator's wait for each other. */
export const backupsOf = (config: Config): BackupService | null =>
  config.databaseUrl === undefined ? createBackupService(config) : null

/**
 * Backs up once a day: looks a minute after the start, then each hour, whether the newest automatic backup is a day old.
 * One that fails is logged and tried again an hour later.
 */
export function startDailyBackups(backups: BackupService | null, log: Logger): { stop: () => void } {
  if (backups === null) return { stop: () => {} }
  const look = () => {
    const newest = backups.stored().find(({ kind }) => kind === 'otomatik')
    if (newest !== undefined && Date.now() - newest.createdAt.getTime() < DAY_MS) return
    backups.make('otomatik').catch((error: unknown) => log.error({ err: error }, 'the daily backup failed'))
  }
  const first = setTimeout(look, FIRST_LOOK_MS)
  const timer = setInterval(look, HOUR_MS)
  return {
    stop: () => {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
