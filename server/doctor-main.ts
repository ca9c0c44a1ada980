import { loadConfig } from './config.ts'
import { examine } from './doctor/examine.ts'
import { lineOf } from './doctor/finding.ts'
import { runTask } from './process/run.ts'

await runTask(async (stop) => {
  const findings = await examine(loadConfig, new Date())
  stop.throwIfAborted()
  if (findings.some(({ level }) => level === 'Hata')) process.exitCode = 1
  return findings.map(lineOf).join('\n')
})
