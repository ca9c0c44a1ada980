import { onStopSignal } from './lifecycle.ts'
import { StartupError } from './startup-error.ts'

type Started = { address: string; notices: string[]; login: string | null; stop: () => Promise<void> }

/**
 * The life of the process: start, say where we are, wait for the signal to stop (one that comes while still
 * starting waits for the start). What keeps us from starting is one line on standard error and exit code 1.
 */
export async function runProcess(start: () => Promise<Started>): Promise<void> {
  const starting = start()
  onStopSignal(async () => (await starting).stop())
  try {
    const { address, notices, login } = await starting
    const lines = [
      `Oto Servis Yönetim Paneli hazır: ${address}`,
      ...notices,
      ...(login === null ? [] : [login]),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    const line = error instanceof StartupError ? error.message : (error as Error).stack
    process.stderr.write(`${line}\n`)
    process.exit(1)
  }
}
