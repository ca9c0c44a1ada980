import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '#server/config.ts'
import { connectRequests, openDatabase } from '#server/platform/db/database.ts'
import { isLockHeld } from '#server/platform/db/embedded/instance-lock.ts'
import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { isPostgresJsPatched } from '#server/platform/db/postgres-dialect.ts'

import { checkBackups, checkData } from './data-folder.ts'
import { checkMailServer } from './mail.ts'
import { checkDatabase, checkReplica } from './database.ts'
import { errorCodeText, failure, okFinding, type Finding, warning } from './finding.ts'
import { askPanel, checkNetwork, checkPanel, localAddress, type Usage } from './panel.ts'

const CLIENT = join(import.meta.dirname, '../../../dist/client')

/** Yields the findings about this installation. Changes nothing. */
export async function* examine(load: () => Config, now: Date): AsyncGenerator<Finding> {
  yield okFinding(`Node ${process.versions.node}.`)
  yield isPostgresJsPatched()
    ? okFinding('Paketler kurulu.')
    : failure('Paketlerin kurulumu yarım kalmış: "node scripts/post-install.mjs" komutunu çalıştırın.')
  yield checkClient()
  const { config, finding } = checkConfig(load)
  yield finding
  if (config === undefined) return
  yield* config.databaseUrl === undefined ? checkEmbedded(config, now) : checkExternal(config)
  yield* checkNetwork(config)
  yield* checkMailServer(config)
}

export function checkClient(folder = CLIENT): Finding {
  return existsSync(join(folder, 'index.html'))
    ? okFinding('Arayüz derlenmiş.')
    : failure('Arayüz derlenmemiş: panel sayfaları gösteremez. "npm start" derler.')
}

/** Returns the configuration, if it can be read, and the finding about it. */
export function checkConfig(load: () => Config): { config: Config | undefined; finding: Finding } {
  try {
    return { config: load(), finding: okFinding('Ayarlar geçerli.') }
  } catch (error) {
    const reason =
      error instanceof StartupError
        ? error.message
        : '.env dosyası okunamadı; onu okuyabilen kullanıcıyla denetleyin.'
    return { config: undefined, finding: failure(`${reason} Ayarlara bağlı denetimler yapılmadı.`) }
  }
}

async function* checkEmbedded(config: Config, now: Date): AsyncGenerator<Finding> {
  const { findings, isReadable, canHaveServer } = checkData(config.dataDir)
  yield* findings
  const target = canHaveServer ? await findEmbedded(config.dataDir) : undefined
  if (target === undefined) yield await checkPanelAt(config, 'stopped')
  else yield* await checkRunning(config, target)
  if (isReadable) yield* checkBackups(config, now)
}

async function checkRunning(config: Config, target: PoolTarget): Promise<Finding[]> {
  await using database = connectRequests(target)
  const { db } = database
  try {
    const usage = (await isLockHeld(db)) ? 'used' : 'free'
    return [await checkPanelAt(config, usage), ...(await checkDatabase(db, { isEmbedded: true }))]
  } catch (error) {
    return [failure(`Veritabanına bağlanılamadı (${errorCodeText(error)}).`)]
  }
}

async function* checkExternal(config: Config): AsyncGenerator<Finding> {
  yield await checkPanelAt(config, null)
  try {
    await using database = await openDatabase(config)
    yield* await checkDatabase(database.db, { isEmbedded: false })
    if (database.replica !== undefined) yield await checkReplica(database.replica)
  } catch (error) {
    yield failure(
      error instanceof StartupError ? error.message : `DATABASE_URL: okunamadı (${errorCodeText(error)}).`,
    )
  }
  yield warning(
    'Yedekler denetlenmedi: DATABASE_URL ile panel kendiliğinden yedek almaz, sunucuyu yöneten alır.',
  )
}

async function checkPanelAt(config: Config, usage: Usage): Promise<Finding> {
  const address = localAddress(config)
  return checkPanel(usage, address, address === undefined ? undefined : await askPanel(address))
}
