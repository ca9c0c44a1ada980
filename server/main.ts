import { loadConfig } from './config.ts'
import { runProcess } from './core/run.ts'
import { start } from './start.ts'

await runProcess(async (stop) => start(loadConfig(), stop))
