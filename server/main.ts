import { loadConfig } from './config.ts'
import { runProcess } from './commands/start/run.ts'

await runProcess(async (stop) => {
  const config = loadConfig()
  // Each loads only what it needs: a single process not node:cluster, and the first of several not the application.
  const start =
    config.workers === 1
      ? (await import('./commands/start/start.ts')).start
      : (await import('./commands/start/primary.ts')).startPrimary
  return start(config, { stop })
})
