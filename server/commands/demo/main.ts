import { loadConfig } from '#server/config.ts'
import { runProcess } from '#server/commands/start/run.ts'

import { startDemo } from './demo.ts'

await runProcess(async () => startDemo(loadConfig()))
