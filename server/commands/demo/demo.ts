import type { Config } from '#server/config.ts'
import { type Running, start } from '#server/commands/start/start.ts'
import { todayInIstanbul } from '#shared/date.ts'

import { DEMO_PASSWORD, DEMO_USERNAME, seedDemo } from './seed.ts'

const RECORDS = 1_500
const LOGIN = `Demo servisi: ${DEMO_USERNAME} / ${DEMO_PASSWORD}   Yönetici: yonetici / ${DEMO_PASSWORD}`

/** Starts a panel with an invented shop, on an embedded database in a folder next to the real one. */
export async function startDemo(config: Config, parts = { start, seed: seedDemo }): Promise<Running> {
  const running = await parts.start({
    ...config,
    databaseUrl: undefined,
    workers: 1,
    dataDir: `${config.dataDir}-demo`,
    admin: { username: 'yonetici', password: DEMO_PASSWORD },
  })
  try {
    await parts.seed(running.maintenance, { today: todayInIstanbul(new Date()), count: RECORDS })
  } catch (error) {
    await running.stop()
    throw error
  }
  return { ...running, login: LOGIN }
}
