import { createReadStream, existsSync } from 'node:fs'

import { PassphraseRefusal, restore } from './backup/restore.ts'
import { loadConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { StartupError } from './lib/startup-error.ts'
import { runTask } from './process/run.ts'

await runTask(async (stop) => {
  const [file, ...rest] = process.argv.slice(2)
  if (file === undefined || rest.length > 0) throw new StartupError('Kullanım: npm run restore -- DOSYA')
  if (!existsSync(file)) throw new StartupError(`${file} bulunamadı.`)
  const config = loadConfig()
  await using opened = new AsyncDisposableStack()
  // Takes the lock of the data folder: no panel may be running on it.
  const database = await openDatabase({ ...config, signal: stop })
  opened.defer(() => database.close())
  const backup = createReadStream(file, { signal: stop })
  const restored = restore(database.target, backup, {
    passphrase: config.backupPassphrase,
    ownDatabase: config.databaseUrl === undefined,
  }).catch((error: unknown) => {
    stop.throwIfAborted()
    if (!(error instanceof PassphraseRefusal)) throw error
    throw new StartupError(`${error.message} Yedeğin parolasını BACKUP_PASSPHRASE ile verin.`)
  })
  const { createdAt, tables } = await restored
  const count = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
  return [
    `Geri yüklendi: ${createdAt} tarihli yedek.`,
    `${count('users')} kullanıcı, ${count('kayit')} kayıt, ${count('expense')} gider.`,
    'Bu yedekten sonra kişisel verileri silinen müşteriler geri gelmiş olabilir: Ayarlar → Kişisel veriler → Silinenler listesinin çıktısına göre yeniden silin.',
    'Panel şimdi başlatılabilir: npm start. Herkes yedekteki kullanıcı adı ve parolasıyla girer.',
  ].join('\n')
})
