import { loadConfig } from '#server/config.ts'
import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import { runTask } from '#server/commands/start/run.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'

await runTask(async (stop) => {
  await using database = await openDatabase({ ...loadConfig(), signal: stop })
  await migrateToLatest(database.maintenance)
  const { shops, kayit, islem, expense, feedback, linked } = await rebuildAll(database.maintenance, stop)
  return [
    `${shops} servisin aylık, günlük ve işlem toplamları yeniden sayıldı.`,
    `Düzeltilen: ${kayit} kayıt, ${islem} işlem, ${expense} gider, ${feedback} geri bildirim.`,
    `Araca ve müşteriye bağlanan: ${linked} kayıt.`,
  ].join('\n')
})
