import { loadConfig } from './config.ts'
import { runProcess } from './commands/start/run.ts'

await runProcess(async (stop) => {
  const config = loadConfig()
  // A single process need not load node:cluster, and the first of several need not load the application.
  const start =
    config.workers === 1
      ? (await import('./commands/start/start.ts')).start
      : (await import('./commands/start/primary.ts')).startPrimary
  return start(config, { stop })
})
