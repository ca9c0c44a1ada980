/** Limit from the signal to the end of the process, in ms; the stop must take less than 10 s (decisions: stop). */
const STOP_MS = 9_500
/** On Windows, SIGHUP means that the console window was closed, and SIGBREAK is Ctrl-Break. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const

/**
 * Calls `handle` at each request to stop: a signal, or the end of the IPC channel to the launcher (scripts/run.mjs),
 * which closes when the launcher is asked to stop, on Windows too, or is killed.
 */
export function onStopRequest(handle: () => void): void {
  for (const signal of SIGNALS) process.on(signal, handle)
  process.on('disconnect', handle)
  // The channel carries no messages and must not keep a finished task alive.
  process.channel?.unref()
  // The channel may have closed before we listened; without a channel the property is missing.
  if ('connected' in process && !process.connected) handle()
}

/**
 * Runs `stop` at the first request and ends the process, with 0 if `stop` finished in time. Later requests are ignored,
 * because Ctrl-C comes from the terminal and from the launcher. `onOther` registers another source of requests.
 */
export function onStopSignal(
  stop: () => Promise<void>,
  onOther: (handle: () => void) => void = () => {},
): void {
  let stopping = false
  const fail = (reason: string) => {
    process.stderr.write(`${reason}\n`)
    process.exit(1)
  }
  const handle = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => fail('Kapanış zamanında bitmedi; veritabanı kapatılmadan çıkıldı.'), STOP_MS)
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(`Kapanış tamamlanamadı: ${(error as Error).stack}`),
    )
  }
  onStopRequest(handle)
  onOther(handle)
}
