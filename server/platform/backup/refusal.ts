import { codeOf } from '#server/platform/db/errors.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

/** The reason for the page why a backup is not restored, without paths or addresses. Operators see the others. */
export class BackupRefusal extends StartupError {}

export class PassphraseRefusal extends BackupRefusal {}

export const badBackup = (fault: string): BackupRefusal => new BackupRefusal(`Yedek ${fault}.`)

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'diskte yer kalmadı',
  EDQUOT: 'diskte yer kalmadı',
  EACCES: 'yazma izni yok',
  EPERM: 'yazma izni yok',
  EROFS: 'yazma izni yok',
  ENOENT: 'klasör yok',
}

/** Returns the plain reason for an error of a file or folder; undefined for another error. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'connect'
    ? REASONS[codeOf(error)]
    : undefined

/** Returns the plain reason at the end of a message for the operator; undefined without one. */
export const reasonIn = (message: string): string | undefined =>
  Object.values(REASONS).find((reason) => message.includes(`(${reason})`))
