import type { Config } from '#server/config.ts'
import { connectRequests, openDatabase } from '#server/platform/db/database.ts'
import { isLockHeld } from '#server/platform/db/embedded/instance-lock.ts'
import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import type { PoolTarget } from '#server/platform/db/pool.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { checkBackups } from './backups.ts'
import { checkData } from './data-folder.ts'
import { checkDatabase, checkReplica } from './database.ts'
import { codeOf, failure, fine, type Finding, warning } from './finding.ts'
import { askPanel, checkNetwork, checkPanel, localAddress, type Usage } from './panel.ts'
import { checkClient, checkConfig, checkPackages } from './program.ts'

/** Returns the findings about this installation. Changes nothing. */
export async function examine(load: () => Config, now: Date): Promise<Finding[]> {
  const { config, finding } = checkConfig(load)
  const program = [fine(`Node ${process.versions.node}.`), checkPackages(), checkClient(), finding]
  if (config === undefined) return program
  const data =
    config.databaseUrl === undefined ? await checkEmbedded(config, now) : await checkExternal(config)
  return [...program, ...data, ...checkNetwork(config)]
}

async function checkEmbedded(config: Config, now: Date): Promise<Finding[]> {
  const { findings, exists, usable } = checkData(config.dataDir)
  const target = usable ? await findEmbedded(config.dataDir) : undefined
  const running =
    target === undefined ? [await checkPanelAt(config, 'stopped')] : await checkRunning(config, target)
  return [...findings, ...running, ...(exists ? checkBackups(config, now) : [])]
}

async function checkRunning(config: Config, target: PoolTarget): Promise<Finding[]> {
  await using database = connectRequests(target)
  const { db } = database
  try {
    const usage = (await isLockHeld(db)) ? 'used' : 'free'
    return [await checkPanelAt(config, usage), ...(await checkDatabase(db, { isEmbedded: true }))]
  } catch (error) {
    return [failure(`Veritabanına bağlanılamadı (${codeOf(error)}).`)]
  }
}

async function checkExternal(config: Config): Promise<Finding[]> {
  const backups = warning(
    'Yedekler denetlenmedi: DATABASE_URL ile panel kendiliğinden yedek almaz, sunucuyu yöneten alır.',
  )
  return [await checkPanelAt(config, null), ...(await checkServer(config)), backups]
}

async function checkServer(config: Config): Promise<Finding[]> {
  try {
    await using database = await openDatabase(config)
    const { db, replica } = database
    const findings = await checkDatabase(db, { isEmbedded: false })
    return replica === undefined ? findings : [...findings, await checkReplica(replica)]
  } catch (error) {
    return [
      failure(error instanceof StartupError ? error.message : `DATABASE_URL: okunamadı (${codeOf(error)}).`),
    ]
  }
}

async function checkPanelAt(config: Config, usage: Usage): Promise<Finding> {
  const address = localAddress(config)
  return checkPanel(usage, address, address === undefined ? undefined : await askPanel(address))
}
