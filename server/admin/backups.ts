import { createReadStream, type ReadStream } from 'node:fs'

import type { BackupService, RestoreProgress } from '#server/platform/backup/service.ts'
import { LATE_MS } from '#server/platform/backup/folder.ts'
import { BackupRefusal, reasonIn, reasonOf } from '#server/platform/backup/refusal.ts'
import { isUnused } from '#server/platform/backup/catalog.ts'
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
import type { RestoreInput, RestoreResult } from '#shared/admin/restore.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** Returns the backups that are stored beside the data. Administrators only. */
export async function listBackups(ctx: Ctx): Promise<Backups> {
  const admin = requireAdmin(ctx)
  const { backups } = admin
  if (backups === null)
    return { automatic: false, late: false, running: false, restorable: false, passphrase: false, items: [] }
  const stored = backups.stored()
  const [newest] = stored
  return {
    automatic: true,
    // A panel without any backup is new, or its folder was emptied: the next one is due within an hour.
    late: newest !== undefined && admin.now.getTime() - newest.createdAt.getTime() > LATE_MS,
    running: backups.isRunning(),
    restorable: await isUnused(admin.db),
    passphrase: backups.hasPassphrase,
    items: stored.map(({ createdAt, ...rest }) => ({ ...rest, created_at: createdAt.toISOString() })),
  }
}

/** Makes a backup now. Administrators only, after their password. Throws UNAVAILABLE with the reason, NOT_FOUND. */
export async function backUpNow(ctx: Ctx): Promise<Backups> {
  const admin = requireConfirmed(requireAdmin(ctx))
  await admin.recheckSession?.(admin.db)
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

/** Returns a stored backup and logs the download. Administrators only, after their password. Throws NOT_FOUND. */
export async function readBackup(ctx: Ctx, { name }: { name: string }): Promise<ReadStream> {
  const admin = requireConfirmed(requireAdmin(ctx))
  const path = serviceOf(admin).pathOf(name)
  if (path === undefined) throw new AppError('NOT_FOUND', messages.backupNotFound)
  logEvent(admin, 'backup downloaded', { name })
  await record(admin, 'read', name)
  return createReadStream(path)
}

/** Returns the refusal with its reason, and logs the error: it names files of the server. */
function failed(
  { log, requestId }: Pick<Ctx, 'log' | 'requestId'>,
  error: Error,
  { what, message }: { what: string; message: string },
): AppError {
  log.error({ requestId, err: error }, what)
  const reason = reasonOf(error) ?? reasonIn(error.message)
  const why = reason === undefined ? messages.detailInLog : `Neden: ${reason}.`
  return new AppError('UNAVAILABLE', `${message} ${why}`)
}

/** Returns the backup service of a panel with an embedded database. Throws NOT_FOUND with DATABASE_URL. */
function serviceOf({ backups }: Ctx): BackupService {
  if (backups === null) throw new AppError('NOT_FOUND', messages.backupsElsewhere)
  return backups
}

/** Requires an administrator, and an embedded database without records. Throws FORBIDDEN, NOT_FOUND, CONFLICT. */
async function requireRestore(ctx: Ctx) {
  const admin = requireAdmin(ctx)
  const backups = serviceOf(admin)
  await admin.recheckSession?.(admin.db)
  if (!(await isUnused(admin.db))) throw new AppError('CONFLICT', messages.restoreOverRecords)
  return { ...admin, backups }
}

/** Begins an upload of `size` bytes in place of an earlier one. Also throws UNCONFIRMED, and INVALID on a full disk. */
export async function beginUpload(ctx: Ctx, { size }: { size: number }): Promise<{ upload: string }> {
  const { backups } = await requireRestore(requireConfirmed(requireAdmin(ctx)))
  return { upload: await refusing(ctx, backups.restores.uploads.begin(size)) }
}

/** Returns the uploads if the caller may send pieces, before their bytes are read. Throws FORBIDDEN, NOT_FOUND. */
export function requireUploads(ctx: Ctx): BackupService['restores']['uploads'] {
  return serviceOf(requireAdmin(ctx)).restores.uploads
}

/** Adds a piece; returns the bytes received so far, where the next one begins. Throws NOT_FOUND, UNAUTHENTICATED. */
export async function addPiece(ctx: Ctx, { upload, at }: { upload: string; at: number }, bytes: Uint8Array) {
  const uploads = requireUploads(ctx)
  await ctx.recheckSession?.(ctx.db)
  const received = await refusing(ctx, uploads.add({ id: upload, at }, bytes))
  if (received === undefined) throw new AppError('NOT_FOUND', messages.uploadGone)
  return { received }
}

/** Removes an uploaded file without restoring it. Throws FORBIDDEN, NOT_FOUND and UNAUTHENTICATED. */
export async function cancelUpload(ctx: Ctx, { upload }: { upload: string }): Promise<null> {
  const uploads = requireUploads(ctx)
  await ctx.recheckSession?.(ctx.db)
  uploads.remove(upload)
  return null
}

/**
 * Replaces all data by a backup and removes an uploaded file. Throws NOT_FOUND without such a backup, INVALID with the
 * reason, and UNCONFIRMED for a stored one. An upload needs no second confirmation: its beginning was confirmed.
 */
export async function restoreBackup(
  ctx: Ctx,
  { source, passphrase }: RestoreInput,
  onProgress: (progress: RestoreProgress) => void,
): Promise<RestoreResult> {
  const admin = await requireRestore('upload' in source ? ctx : requireConfirmed(requireAdmin(ctx)))
  const { backups } = admin
  const { uploads } = backups.restores
  const path = 'upload' in source ? uploads.complete(source.upload) : backups.pathOf(source.name)
  if (path === undefined)
    throw new AppError('NOT_FOUND', 'upload' in source ? messages.uploadGone : messages.backupNotFound)
  try {
    const work = backups.restores.restore({ path, passphrase }, onProgress)
    const { createdAt, tables, erased } = await refusing(ctx, work)
    logEvent(admin, 'backup restored', { createdAt })
    const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
    const counts = { users: rows('users'), kayit: rows('kayit'), expense: rows('expense') }
    return { created_at: createdAt, ...counts, ...(erased > 0 && { erased }) }
  } catch (error) {
    logEvent(admin, 'backup not restored', { err: error })
    throw error
  } finally {
    if ('upload' in source) uploads.remove(source.upload)
  }
}

async function refusing<T>(ctx: Ctx, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof BackupRefusal) throw new AppError('INVALID', error.message)
    if (error instanceof StartupError || (error instanceof Error && reasonOf(error) !== undefined))
      throw failed(ctx, error, { what: 'backup not restored', message: messages.restoreFailed })
    throw error
  }
}
