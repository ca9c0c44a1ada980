import { loadConfig } from './config.ts'
import { rebuildAll } from './jobs/rebuild.ts'
import { runTask } from './process/run.ts'
import { openDatabase } from './db/database.ts'
import { migrateToLatest } from './db/migrate.ts'

await runTask(async (stop) => {
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase({ ...loadConfig(), signal: stop })
  opened.defer(() => database.close())
  await migrateToLatest(database.maintenance)
  const { shops, kayit, islem, expense, feedback, linked } = await rebuildAll(database.maintenance, stop)
  return [
    `${shops} servisin aylık, günlük ve işlem toplamları yeniden sayıldı.`,
    `Düzeltilen: ${kayit} kayıt, ${islem} işlem, ${expense} gider, ${feedback} geri bildirim.`,
    `Araca ve müşteriye bağlanan: ${linked} kayıt.`,
  ].join('\n')
})
