/** Backups are made daily, by an administrator, or before an update. */
export const BACKUP_KINDS = ['otomatik', 'elle', 'guncelleme'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** The age of the newest backup, in ms, after two daily backups were missed. */
export const LATE_MS = 48 * 3_600_000

type Backup = { kind: BackupKind; createdAt: Date }

/** Keeps the newest automatic backup of each of so many days, weeks (from Monday) and months that have one. */
const DAILY = 7
const WEEKLY = 4
const MONTHLY = 6
/** Keeps so many of each other kind, whatever their age. */
const OTHERS = 5

const DAY_MS = 86_400_000

/** Returns the backups that may be removed. */
export function expired<T extends Backup>(backups: readonly T[]): T[] {
  const newestFirst = backups.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const automatic = newestFirst.filter(({ kind }) => kind === 'otomatik')
  const others = BACKUP_KINDS.slice(1).flatMap((kind) =>
    newestFirst.filter((one) => one.kind === kind).slice(0, OTHERS),
  )
  const kept = new Set([
    ...newestOfEach(automatic, dayOf, DAILY),
    ...newestOfEach(automatic, weekOf, WEEKLY),
    ...newestOfEach(automatic, monthOf, MONTHLY),
    ...others,
  ])
  return newestFirst.filter((one) => !kept.has(one))
}

function newestOfEach<T extends Backup>(newestFirst: T[], periodOf: (date: Date) => string, count: number) {
  const periods = Map.groupBy(newestFirst, ({ createdAt }) => periodOf(createdAt))
  return [...periods.values()].slice(0, count).flatMap((backups) => backups.slice(0, 1))
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const monthOf = (date: Date) => date.toISOString().slice(0, 7)
/** The Monday of the week. */
const weekOf = (date: Date) => dayOf(new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS))
