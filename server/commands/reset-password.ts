import { FACTOR_OFF, resetLinkNotice } from '#server/auth/reset-command.ts'
import { loadConfig } from '#server/config.ts'
import { openAsOwner } from '#server/platform/db/as-owner.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { addressOf } from '#server/commands/start/prepare.ts'
import { runTask } from '#server/commands/start/run.ts'

// For who runs the machine, when nobody can log in to make a link: beside the panel, or while it stands still.
await runTask(async (stop) => {
  const given = process.argv.slice(2)
  const isFactorOff = given.includes(FACTOR_OFF)
  const [username, ...rest] = given.filter((argument) => argument !== FACTOR_OFF)
  if (username === undefined || rest.length > 0)
    throw new StartupError(`Kullanım: npm run reset-password -- KULLANICI_ADI [${FACTOR_OFF}]`)
  const config = loadConfig()
  await using opened = new AsyncDisposableStack()
  const { db, close } = await openAsOwner({ ...config, signal: stop })
  opened.defer(close)
  const panel = addressOf(config, config.port)
  return await resetLinkNotice(db, { username, panel, now: new Date(), isFactorOff })
})
