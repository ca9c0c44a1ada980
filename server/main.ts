import { start } from './commands/start/start.ts'
import { runProcess } from './commands/start/run.ts'
import { loadConfig } from './config.ts'

await runProcess(async (stop) => start(loadConfig(), { stop }))
