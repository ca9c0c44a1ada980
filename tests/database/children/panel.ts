// A panel's database only, in its own process that can be killed. Argument: DATA_DIR.
// Prints one line when it is ready or refuses to start; SIGTERM stops it as it stops the server.
import { StartupError } from '#server/lib/startup-error.ts'
import { openDatabase } from '#server/db/database.ts'

try {
  const { close, notice } = await openDatabase({ dataDir: process.argv[2] ?? '' })
  const alive = setInterval(() => {}, 60_000)
  process.once('SIGTERM', () => void close().then(() => clearInterval(alive)))
  console.log(`ready ${notice ?? ''}`)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.log(`refused ${error.message}`)
}
