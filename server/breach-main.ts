import { readOptions } from './breach/options.ts'
import { breachReport } from './breach/report.ts'
import { reportWords } from './breach/words.ts'
import { loadConfig } from './config.ts'
import { openAsOwner } from './db/as-owner.ts'
import { pendingMigrations } from './db/migrate.ts'
import { StartupError } from './lib/startup-error.ts'
import { runTask } from './process/run.ts'

// For the hours after a breach, beside the panel or while it stands still. It changes nothing.
await runTask(async (stop) => {
  const { isJson, ...question } = readOptions(process.argv.slice(2), new Date())
  const config = loadConfig()
  await using opened = new AsyncDisposableStack()
  const { db, close } = await openAsOwner({ ...config, signal: stop })
  opened.defer(close)
  if ((await pendingMigrations(db)).length > 0)
    throw new StartupError('Veritabanı bu sürüme hazır değil: önce paneli bir kez başlatın ("npm start").')
  const report = await breachReport(db, question)
  return isJson ? JSON.stringify(report, null, 2) : reportWords(report)
})
