import { FACTOR_OFF, resetLinkNotice } from '#server/auth/reset-command.ts'
import { loadConfig } from '#server/config.ts'
import { openAsOwner } from '#server/platform/db/database.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { addressOf } from '#server/commands/start/prepare.ts'
import { runTask } from '#server/commands/start/run.ts'

// The operator of the machine makes a link here when no user can log in; the panel may run meanwhile.
await runTask(async (stop) => {
  const args = process.argv.slice(2)
  const isFactorOff = args.includes(FACTOR_OFF)
  const [username, ...rest] = args.filter((argument) => argument !== FACTOR_OFF)
  if (username === undefined || rest.length > 0)
    throw new StartupError(`Kullanım: npm run reset-password -- KULLANICI_ADI [${FACTOR_OFF}]`)
  const config = loadConfig()
  await using database = await openAsOwner({ ...config, signal: stop })
  const panel = addressOf(config, config.port)
  return await resetLinkNotice(database.db, { username, panel, now: new Date(), isFactorOff })
})
