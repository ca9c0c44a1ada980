import { loadConfig } from '#server/config.ts'
import { runProcess } from '#server/core/run.ts'
import { start } from '#server/start.ts'
import { todayInIstanbul } from '#shared/date.ts'

import { DEMO_PASSWORD, DEMO_USERNAME, seedDemo } from './seed.ts'

const RECORDS = 1_500

/** The panel with an invented shop, always on an embedded database beside the real one's directory. */
await runProcess(async () => {
  const config = loadConfig()
  const running = await start({
    ...config,
    databaseUrl: undefined,
    dataDir: `${config.dataDir}-demo`,
    admin: { username: 'yonetici', password: DEMO_PASSWORD },
  })
  await seedDemo(running.db, { today: todayInIstanbul(new Date()), count: RECORDS })
  const login = `Demo servisi: ${DEMO_USERNAME} / ${DEMO_PASSWORD}   Yönetici: yonetici / ${DEMO_PASSWORD}`
  return { ...running, notices: [login] }
})
