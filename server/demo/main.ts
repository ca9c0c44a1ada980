import { loadConfig } from '#server/config.ts'
import { runProcess } from '#server/core/run.ts'

import { startDemo } from './demo.ts'

await runProcess(async () => startDemo(loadConfig()))
