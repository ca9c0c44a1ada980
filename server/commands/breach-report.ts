import { readOptions, breachReport } from '#server/commands/breach/report.ts'
import { reportWords } from '#server/commands/breach/words.ts'
import { loadConfig } from '#server/config.ts'
import { openAsOwner } from '#server/platform/db/database.ts'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { runTask } from '#server/commands/start/run.ts'

// Prints a report for the hours after a breach, beside a running or a stopped panel. It changes nothing.
await runTask(async (stop) => {
  const { isJson, ...question } = readOptions(process.argv.slice(2), new Date())
  const config = loadConfig()
  await using database = await openAsOwner({ ...config, signal: stop })
  if ((await pendingMigrations(database.db)).length > 0)
    throw new StartupError('Veritabanı bu sürüme hazır değil: önce paneli bir kez başlatın ("npm start").')
  const report = await breachReport(database.db, question)
  return isJson ? JSON.stringify(report, null, 2) : reportWords(report)
})
