import { loadConfig } from '#server/config.ts'
import { examine } from '#server/commands/doctor/examine.ts'
import { formatFinding } from '#server/commands/doctor/finding.ts'
import { runTask } from '#server/commands/start/run.ts'

await runTask(async (stop) => {
  const findings = await Array.fromAsync(examine(loadConfig, new Date()))
  stop.throwIfAborted()
  if (findings.some(({ level }) => level === 'Hata')) process.exitCode = 1
  return findings.map(formatFinding).join('\n')
})
