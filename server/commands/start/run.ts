import { StartupError } from '#server/platform/lib/startup-error.ts'
import { onStopRequest, onStopSignal } from './stop.ts'

type Started = { address: string; notices: string[]; login: string | null; stop: () => Promise<void> }

/**
 * Runs the server process: starts, prints the address and waits for the signal to stop. A signal during the start aborts
 * it where that is possible. A failed start is one line on standard error and exit code 1.
 */
export async function runProcess(start: (stop: AbortSignal) => Promise<Started>): Promise<void> {
  const stopping = new AbortController()
  const starting = start(stopping.signal).catch((error: unknown) => {
    // An aborted start leaves nothing to stop.
    if (error === stopping.signal.reason) return null
    throw error
  })
  onStopSignal(async () => {
    stopping.abort()
    await (await starting)?.stop()
  })
  try {
    const started = await starting
    if (started === null) return
    const { address, notices, login } = started
    const lines = [`Oto Servis Yönetim Paneli hazır: ${address}`, ...notices, login].filter(
      (line) => line !== null,
    )
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    fail(error)
  }
}

/** Runs a process that ends by itself: prints the result of `work`. A signal to stop aborts it, which is a failure. */
export async function runTask(work: (stop: AbortSignal) => Promise<string>): Promise<void> {
  const stopping = new AbortController()
  const interrupt = () => stopping.abort(new StartupError('Yarıda kesildi; yeniden çalıştırılabilir.'))
  onStopRequest(interrupt)
  try {
    process.stdout.write(`${await work(stopping.signal)}\n`)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): never {
  const line = error instanceof StartupError ? error.message : (error as Error).stack
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
