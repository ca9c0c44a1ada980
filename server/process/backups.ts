import type { BackupService } from '#server/backup/service.ts'
import type { Logger } from '#server/lib/logger.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A start has more urgent work, in ms. */
const FIRST_LOOK_MS = 60_000

/**
 * Backs up once a day: looks a minute after the start, then each hour, whether the newest automatic backup is a day old.
 * One that fails is logged and tried again an hour later.
 */
export function startDailyBackups(backups: BackupService, log: Logger): { stop: () => void } {
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
