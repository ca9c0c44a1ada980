import { StartupError } from '#server/platform/lib/startup-error.ts'

/** Limit from the signal to the end of the process, in ms; the stop must take less than 10 s (decisions: stop). */
const STOP_MS = 9_500
/** On Windows, SIGHUP means that the console window was closed, and SIGBREAK is Ctrl-Break. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const

type StartedPanel = { address: string; notices: string[]; login: string | null; stop: () => Promise<void> }

/**
 * Runs the server process: starts, prints the address and waits for the signal to stop. A signal during the start aborts
 * it where that is possible. A failed start is one line on standard error and exit code 1.
 */
export async function runProcess(start: (stop: AbortSignal) => Promise<StartedPanel>): Promise<void> {
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

/**
 * Calls `handle` at each request to stop: a signal, a message to a worker, or the end of the IPC channel to the launcher
 * (scripts/run.mjs), which closes when the launcher is asked to stop, on Windows too, or is killed.
 */
function onStopRequest(handle: () => void): void {
  for (const signal of SIGNALS) process.on(signal, handle)
  process.on('disconnect', handle)
  process.on('message', (message) => message === 'stop' && handle())
  // The channel must not keep a finished task alive.
  process.channel?.unref()
  // The channel may have closed before we listened; without a channel the property is missing.
  if ('connected' in process && !process.connected) handle()
}

/**
 * Runs `stop` at the first request and ends the process, with 0 if `stop` finished in time. Later requests are ignored,
 * because Ctrl-C comes from the terminal and from the launcher.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false
  const fail = (reason: string) => {
    process.stderr.write(`${reason}\n`)
    process.exit(1)
  }
  onStopRequest(() => {
    if (stopping) return
    stopping = true
    setTimeout(() => fail('Kapanış zamanında bitmedi; veritabanı kapatılmadan çıkıldı.'), STOP_MS)
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(`Kapanış tamamlanamadı: ${(error as Error).stack}`),
    )
  })
}
