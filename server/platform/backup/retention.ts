/** Why a backup in the folder was made: by itself each day, by an administrator, before an update. */
export const BACKUP_KINDS = ['otomatik', 'elle', 'guncelleme'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** The daily backup was missed twice, in ms. */
export const LATE_MS = 48 * 3_600_000

export type Kept = { kind: BackupKind; createdAt: Date }

/** Automatic backups: the newest of each of so many days, weeks (from Monday) and months that have one. */
const DAILY = 7
const WEEKLY = 4
const MONTHLY = 6
/** Of the other kinds the newest, whatever their age. */
const OTHERS = 5

const DAY_MS = 86_400_000

/** The backups that may be removed. */
export function expired<T extends Kept>(backups: readonly T[]): T[] {
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

function newestOfEach<T extends Kept>(newestFirst: T[], period: (date: Date) => string, count: number): T[] {
  const newest = new Map<string, T>()
  for (const one of newestFirst) {
    const key = period(one.createdAt)
    if (!newest.has(key) && newest.size < count) newest.set(key, one)
  }
  return [...newest.values()]
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const monthOf = (date: Date) => date.toISOString().slice(0, 7)
/** The Monday of the week. */
const weekOf = (date: Date) => dayOf(new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS))
