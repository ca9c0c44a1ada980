import { existsSync } from 'node:fs'

import type { Config } from '#server/config.ts'
import { backupFolder, type StoredBackup, storedBackups } from '#server/platform/backup/folder.ts'
import { LATE_MS } from '#server/platform/backup/retention.ts'
import { formatBytes } from '#shared/bytes.ts'

import { isWritable } from './data-folder.ts'
import { failure, fine, type Finding, warning } from './finding.ts'

const HOUR_MS = 3_600_000
const LATE_HOURS = LATE_MS / HOUR_MS

/** Checks the age of the newest backup, and whether backups are encrypted. */
export function checkBackups(config: Pick<Config, 'dataDir' | 'backupPassphrase'>, now: Date): Finding[] {
  const folder = backupFolder(config.dataDir)
  if (existsSync(folder) && !isWritable(folder))
    return [
      failure(`Yedek klasörüne yazılamıyor: ${folder}. Panel, klasörün sahibi olan kullanıcıyla çalışmalı.`),
    ]
  const [newest] = storedBackups(folder)
  if (newest === undefined)
    return [warning('Hiç yedek yok. Panel ilkini, başladıktan bir dakika sonra alır.')]
  return [checkAge(newest, now), checkEncryption(newest, config.backupPassphrase !== undefined)]
}

function checkAge({ createdAt, bytes }: StoredBackup, now: Date): Finding {
  const hours = Math.floor((now.getTime() - createdAt.getTime()) / HOUR_MS)
  const age =
    hours < 1
      ? 'bir saatten yeni'
      : hours < LATE_HOURS
        ? `${hours} saatlik`
        : `${Math.floor(hours / 24)} günlük`
  const text = `En yeni yedek ${age} (${formatBytes(bytes)}).`
  return hours >= LATE_HOURS
    ? warning(`${text} Panel her gün yedek alabilmek için açık kalmalı; günlüğüne bakın.`)
    : fine(text)
}

function checkEncryption({ encrypted }: StoredBackup, hasPassphrase: boolean): Finding {
  if (encrypted && hasPassphrase)
    return fine('Yedekler şifreli. BACKUP_PASSPHRASE olmadan açılamaz; başka bir yerde de saklayın.')
  if (encrypted)
    return warning('En yeni yedek şifreli, ama BACKUP_PASSPHRASE artık verilmemiş; eskisini saklayın.')
  if (hasPassphrase)
    return warning(
      'BACKUP_PASSPHRASE verilmiş, ama en yeni yedek şifresiz; panel onunla yeniden başlatılmalı.',
    )
  return fine('Yedekler şifresiz (BACKUP_PASSPHRASE verilmemiş).')
}
