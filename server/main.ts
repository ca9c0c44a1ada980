import { loadConfig } from './config.ts'
import { runProcess } from './process/run.ts'
import { start } from './process/start.ts'

await runProcess(async (stop) => start(loadConfig(), { stop }))
