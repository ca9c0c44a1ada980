import { loadConfig } from './config.ts'
import { runProcess } from './process/run.ts'
import { start } from './process/start.ts'

await runProcess(async (stop) => {
  const config = loadConfig()
  if (config.workers === 1) return start(config, { stop })
  // Only then: a single process has no use for node:cluster.
  const { startPrimary } = await import('./process/primary.ts')
  return startPrimary(config, { stop })
})
