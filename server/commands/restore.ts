import { createReadStream, existsSync } from 'node:fs'

import { PassphraseRefusal } from '#server/platform/backup/refusal.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { eraseAgain } from '#server/commands/jobs/erase-again.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { runTask } from '#server/commands/start/run.ts'

/** A database without its registers does not know the erasures since the backup. */
const REGISTERS_HINT =
  'Bu yedekten sonra silinen müşteriler ve firmalar geri gelmiş olabilir. Daha yeni bir yedek varsa komutu boş bir klasörde --registers DAHA_YENİ_YEDEK ile çalıştırın; yoksa Silinenler listesinin çıktısına göre yeniden silin.'

await runTask(async (stop) => {
  const [file, option, newer, ...rest] = process.argv.slice(2)
  const isValid = option === undefined || (option === '--registers' && newer !== undefined)
  if (file === undefined || rest.length > 0 || !isValid)
    throw new StartupError('Kullanım: npm run restore -- DOSYA [--registers DAHA_YENİ_YEDEK]')
  for (const path of [file, newer])
    if (path !== undefined && !existsSync(path)) throw new StartupError(`${path} bulunamadı.`)
  const config = loadConfig()
  // This takes the lock of the data folder, so no panel may run on it.
  await using database = await openDatabase({ ...config, signal: stop })
  const backup = createReadStream(file, { signal: stop })
  const { createdAt, tables, erased } = await restore(database.target, backup, {
    passphrase: config.backupPassphrase,
    ownDatabase: config.databaseUrl === undefined,
    registers: newer === undefined ? undefined : createReadStream(newer, { signal: stop }),
    eraseAgain,
  }).catch((error: unknown) => {
    stop.throwIfAborted()
    if (!(error instanceof PassphraseRefusal)) throw error
    throw new StartupError(`${error.message} Yedeğin parolasını BACKUP_PASSPHRASE ile verin.`)
  })
  const count = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
  return [
    `Geri yüklendi: ${createdAt} tarihli yedek.`,
    `${count('users')} kullanıcı, ${count('kayit')} kayıt, ${count('expense')} gider.`,
    ...(erased === 0 ? [] : [`Yedekten sonra yapılmış ${erased} silme yeniden uygulandı.`]),
    ...(newer === undefined ? [REGISTERS_HINT] : []),
    'Panel şimdi başlatılabilir: npm start. Herkes yedekteki kullanıcı adı ve parolasıyla girer.',
  ].join('\n')
})
