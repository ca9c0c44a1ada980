import { StartupError } from '#server/platform/lib/startup-error.ts'

/**
 * Why a backup is not restored, in words that the page may show: no path, no address and no message of the system. Any
 * other StartupError is for the person at the server.
 */
export class BackupRefusal extends StartupError {}

/** The passphrase is missing or another one. */
export class PassphraseRefusal extends BackupRefusal {}

/** The refusal of a backup, with its fault. */
export const refused = (why: string): BackupRefusal => new BackupRefusal(`Yedek ${why}.`)

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'diskte yer kalmadı',
  EDQUOT: 'diskte yer kalmadı',
  EACCES: 'yazma izni yok',
  EPERM: 'yazma izni yok',
  EROFS: 'yazma izni yok',
  ENOENT: 'klasör yok',
}

/** The plain reason for an error of a file or folder; undefined for another error. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'connect' && 'code' in error
    ? REASONS[String(error.code)]
    : undefined

/** The plain reason that a message for the person at the server ends with; undefined without one. */
export const reasonIn = (message: string): string | undefined =>
  Object.values(REASONS).find((reason) => message.includes(`(${reason})`))
