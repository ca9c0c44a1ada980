import { createReadStream, type ReadStream } from 'node:fs'

import type { BackupService } from '#server/platform/backup/service.ts'
import type { StoredBackup } from '#server/platform/backup/folder.ts'
import { reasonIn, reasonOf } from '#server/platform/backup/refusal.ts'
import { LATE_MS } from '#server/platform/backup/retention.ts'
import { isUnused } from '#server/platform/backup/tables.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import {
  type Ctx,
  inTransaction,
  requireAdmin,
  requireConfirmed,
  type UserCtx,
} from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import type { Backups } from '#shared/admin/backups.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** The backups beside the data. Administrators only. */
export async function listBackups(ctx: Ctx): Promise<Backups> {
  const admin = requireAdmin(ctx)
  const { backups } = admin
  if (backups === null)
    return { automatic: false, late: false, running: false, restorable: false, passphrase: false, items: [] }
  const stored = backups.stored()
  return {
    automatic: true,
    late: isLate(stored, admin),
    running: backups.isRunning(),
    restorable: await isUnused(admin.db),
    passphrase: backups.hasPassphrase,
    items: stored.map(({ createdAt, ...rest }) => ({ ...rest, created_at: createdAt.toISOString() })),
  }
}

/** A panel without any backup is new, or its folder was emptied: the next one is due within an hour. */
function isLate([newest]: readonly StoredBackup[], { now }: UserCtx): boolean {
  return newest !== undefined && now.getTime() - newest.createdAt.getTime() > LATE_MS
}

/** Makes a backup now. Administrators only, after their password. Throws UNAVAILABLE with the reason, NOT_FOUND. */
export async function backUpNow(ctx: Ctx): Promise<Backups> {
  const admin = requireConfirmed(requireAdmin(ctx))
  await admin.requireSession?.(admin.db)
  try {
    await serviceOf(admin).make('elle')
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    throw failed(admin, error, { what: 'backup failed', message: messages.backupFailed })
  }
  logEvent(admin, 'backup made')
  await record(admin, 'create', '')
  return listBackups(admin)
}

const record = (admin: UserCtx, verb: 'create' | 'read', title: string) =>
  inTransaction(admin, (trx) => recordChange(trx, { noun: 'backup', id: null, verb, title }))

/** The bytes of a stored backup. Administrators only, after their password; each is logged. Throws NOT_FOUND. */
export async function readBackup(ctx: Ctx, { name }: { name: string }): Promise<ReadStream> {
  const admin = requireConfirmed(requireAdmin(ctx))
  const path = serviceOf(admin).pathOf(name)
  if (path === undefined) throw new AppError('NOT_FOUND', messages.backupNotFound)
  logEvent(admin, 'backup downloaded', { name })
  await record(admin, 'read', name)
  return createReadStream(path)
}

/** Returns the refusal with its reason, and logs the error: it names files of the server. */
export function failed(
  { log, requestId }: Pick<Ctx, 'log' | 'requestId'>,
  error: Error,
  { what, message }: { what: string; message: string },
): AppError {
  log.error({ requestId, err: error }, what)
  const reason = reasonOf(error) ?? reasonIn(error.message)
  const why = reason === undefined ? messages.detailInLog : `Neden: ${reason}.`
  return new AppError('UNAVAILABLE', `${message} ${why}`)
}

/** The backups of a panel with its own database. Throws NOT_FOUND with DATABASE_URL. */
export function serviceOf({ backups }: Ctx): BackupService {
  if (backups === null) throw new AppError('NOT_FOUND', messages.backupsElsewhere)
  return backups
}
