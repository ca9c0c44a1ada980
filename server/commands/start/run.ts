import { StartupError } from '#server/platform/lib/startup-error.ts'
import { onStopRequest, onStopSignal } from './stop.ts'

type Started = { address: string; notices: string[]; login: string | null; stop: () => Promise<void> }

/**
 * The life of the server process: start, print the address, wait for the signal to stop (one that comes during the
 * start waits for it, or aborts it where that is possible). A failed start is one line on standard error and exit
 * code 1.
 */
export async function runProcess(start: (stop: AbortSignal) => Promise<Started>): Promise<void> {
  const stopping = new AbortController()
  const starting = start(stopping.signal).catch((error: unknown) => {
    // A start that the signal aborted has left nothing to stop.
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
    const lines = [
      `Oto Servis Yönetim Paneli hazır: ${address}`,
      ...notices,
      ...(login === null ? [] : [login]),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    fail(error)
  }
}

/**
 * The life of a process that ends by itself: prints what `work` returns. A signal to stop aborts `work`, which
 * counts as a failure.
 */
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
