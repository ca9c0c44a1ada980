import { backupFolder, backUpToFile, backUpToFolder, BACKUP_KINDS } from '#server/platform/backup/folder.ts'
import { loadConfig } from '#server/config.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { findEmbedded } from '#server/platform/db/embedded/server.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { runTask } from '#server/commands/start/run.ts'
import { formatBytes } from '#shared/bytes.ts'

// `--kind KIND` makes one of the panel's own backups, in its folder.
await runTask(async (stop) => {
  const [first, second, ...rest] = process.argv.slice(2)
  const kind = BACKUP_KINDS.find((one) => first === '--kind' && one === second)
  if (first === undefined || rest.length > 0 || (second !== undefined && kind === undefined))
    throw new StartupError('Kullanım: npm run backup -- DOSYA')
  const config = loadConfig()
  const options = { now: new Date(), passphrase: config.backupPassphrase, signal: stop }
  await using opened = new AsyncDisposableStack()
  // A panel that runs goes on; otherwise the database is started for the time of the backup.
  const { databaseUrl, dataDir } = config
  let target = databaseUrl === undefined ? await findEmbedded(dataDir) : parseDatabaseUrl(databaseUrl)
  if (target === undefined) {
    const database = opened.use(await openDatabase({ dataDir, signal: stop }))
    target = database.target
  }
  if (kind !== undefined) {
    const name = await backUpToFolder(target, backupFolder(dataDir), { ...options, kind })
    return `Yedek alındı: ${name}`
  }
  const { path, bytes, rows } = await backUpToFile(target, first, options)
  const secret = options.passphrase === undefined ? '' : ', şifreli'
  return `Yedek alındı: ${path} (${rows} satır, ${formatBytes(bytes)}${secret}).`
})
