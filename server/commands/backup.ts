import { backUpToFile } from '#server/platform/backup/file.ts'
import { backupFolder, backUpToFolder } from '#server/platform/backup/folder.ts'
import { BACKUP_KINDS } from '#server/platform/backup/retention.ts'
import { openSource } from '#server/platform/backup/source.ts'
import { loadConfig } from '#server/config.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { runTask } from '#server/commands/start/run.ts'
import { formatBytes } from '#shared/bytes.ts'

// `--kind KIND`: one of the panel's own, into its folder.
await runTask(async (stop) => {
  const [first, second, ...rest] = process.argv.slice(2)
  const kind = BACKUP_KINDS.find((one) => first === '--kind' && one === second)
  if (first === undefined || rest.length > 0 || (second !== undefined && kind === undefined))
    throw new StartupError('Kullanım: npm run backup -- DOSYA')
  const config = loadConfig()
  const options = { now: new Date(), passphrase: config.backupPassphrase, signal: stop }
  await using source = await openSource(config, stop)
  if (kind !== undefined) {
    const { name } = await backUpToFolder(source.target, backupFolder(config.dataDir), { ...options, kind })
    return `Yedek alındı: ${name}`
  }
  const { path, bytes, rows } = await backUpToFile(source.target, first, options)
  const secret = options.passphrase === undefined ? '' : ', şifreli'
  return `Yedek alındı: ${path} (${rows} satır, ${formatBytes(bytes)}${secret}).`
})
