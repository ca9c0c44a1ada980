// Only a panel's database, in its own process that can be killed. Arguments: DATA_DIR and, optionally, how long to
// wait for another panel's lock, in ms. Prints one line when it is ready or refuses to start; SIGTERM stops it.
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { openDatabase } from '#server/platform/db/database.ts'

try {
  const [, , dataDir = '', lockWaitMs] = process.argv
  const { close, notice } = await openDatabase({
    dataDir,
    ...(lockWaitMs === undefined ? {} : { lockWaitMs: Number(lockWaitMs) }),
  })
  const alive = setInterval(() => {}, 60_000)
  process.once('SIGTERM', () => void close().then(() => clearInterval(alive)))
  console.log(`ready ${notice ?? ''}`)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.log(`refused ${error.message}`)
}
