import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { findBinaries, type ClusterLocation, locateCluster } from '#server/platform/db/embedded/paths.ts'
import { requireIntact } from '#server/platform/db/embedded/cluster.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { formatBytes } from '#shared/bytes.ts'
import type { Config } from '#server/config.ts'
import { backupFolder, type StoredBackup, listBackups, LATE_MS } from '#server/platform/backup/folder.ts'

import { errorCodeText, failure, okFinding, type Finding, warning } from './finding.ts'

/** The free share of the disk below which a finding is an error or a warning. */
const FAILURE_BELOW = 0.05
const WARNING_BELOW = 0.15

/** `isReadable`: whether there is a folder that we may read; `canHaveServer`: whether it may have a running server. */
export function checkData(dataDir: string) {
  try {
    return checkLocation(locateCluster(dataDir))
  } catch (error) {
    const text = `DATA_DIR: ${dataDir} okunamadı (${errorCodeText(error)}); paneli çalıştıran kullanıcıyla denetleyin.`
    return { findings: [failure(text)], isReadable: false, canHaveServer: false }
  }
}

function checkLocation(location: ClusterLocation) {
  const folder = checkFolder(location)
  if (!existsSync(location.home)) return { findings: [folder], isReadable: false, canHaveServer: false }
  const cluster = checkCluster(location)
  const { bavail, blocks, bsize } = statfsSync(location.home)
  const disk = checkDisk({ free: bavail * bsize, total: blocks * bsize })
  const findings = [folder, disk, cluster]
  return { findings, isReadable: true, canHaveServer: cluster.level !== 'Hata' }
}

function checkFolder({ home, notice }: ClusterLocation): Finding {
  const stat = statSync(home, { throwIfNoEntry: false })
  if (stat === undefined)
    return failure(
      `DATA_DIR: ${home} klasörü yok. Panel daha önce çalıştıysa DATA_DIR yanlış; hiç çalışmadıysa "npm start" kurar.`,
    )
  if (!stat.isDirectory()) return failure(`DATA_DIR: ${home} bir klasör değil.`)
  const moved = notice === undefined ? '' : ` ${notice}`
  return isWritable(home)
    ? okFinding(`Veri klasörü yazılabilir: ${home}.${moved}`)
    : failure(
        `DATA_DIR: ${home} klasörüne yazılamıyor; panel bu klasörün sahibi olan kullanıcıyla çalışmalı.`,
      )
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Checks whether the database and its backups can grow; sizes in bytes. */
export function checkDisk({ free, total }: { free: number; total: number }): Finding {
  const share = total === 0 ? 0 : free / total
  const text = `Diskte boş yer: ${formatBytes(free)} (%${Math.floor(share * 100)}).`
  if (share < FAILURE_BELOW) return failure(`${text} Disk dolarsa kayıt yapılamaz; hemen yer açın.`)
  return share < WARNING_BELOW ? warning(`${text} Yer açın.`) : okFinding(text)
}

function checkCluster(location: ClusterLocation): Finding {
  const { cluster } = location
  try {
    const binaries = findBinaries()
    if (!existsSync(cluster))
      return failure(`DATA_DIR: ${location.home} klasöründe veritabanı yok. "npm start" kurar.`)
    requireIntact({ ...location, binaries })
    const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    return okFinding(`Veritabanının dosyaları yerinde (PostgreSQL ${version}).`)
  } catch (error) {
    if (error instanceof StartupError) return failure(error.message)
    return failure(`DATA_DIR: ${cluster} okunamadı (${errorCodeText(error)}).`)
  }
}

const HOUR_MS = 3_600_000
const LATE_HOURS = LATE_MS / HOUR_MS

export function checkBackups(config: Pick<Config, 'dataDir' | 'backupPassphrase'>, now: Date): Finding[] {
  const folder = backupFolder(config.dataDir)
  if (existsSync(folder) && !isWritable(folder))
    return [
      failure(`Yedek klasörüne yazılamıyor: ${folder}. Panel, klasörün sahibi olan kullanıcıyla çalışmalı.`),
    ]
  const [newest] = listBackups(folder)
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
    : okFinding(text)
}

function checkEncryption({ encrypted }: StoredBackup, hasPassphrase: boolean): Finding {
  if (encrypted && hasPassphrase)
    return okFinding('Yedekler şifreli. BACKUP_PASSPHRASE olmadan açılamaz; başka bir yerde de saklayın.')
  if (encrypted)
    return warning('En yeni yedek şifreli, ama BACKUP_PASSPHRASE artık verilmemiş; eskisini saklayın.')
  if (hasPassphrase)
    return warning(
      'BACKUP_PASSPHRASE verilmiş, ama en yeni yedek şifresiz; panel onunla yeniden başlatılmalı.',
    )
  return okFinding('Yedekler şifresiz (BACKUP_PASSPHRASE verilmemiş).')
}
