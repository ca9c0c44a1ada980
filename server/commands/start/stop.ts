/**
 * Limit of the whole stop in ms, from the signal to the end of the process, which must take less than 10 s
 * (decisions: stop).
 */
const STOP_MS = 9_500
/** On Windows, SIGHUP means that the console window was closed, and SIGBREAK is Ctrl-Break. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const

/**
 * Calls `handle` whenever the process is asked to stop: by a signal, or by the end of the IPC channel to the
 * launcher (scripts/run.mjs), which closes when the launcher is asked to stop, on Windows too, or is killed.
 */
export function onStopRequest(handle: () => void): void {
  for (const signal of SIGNALS) process.on(signal, handle)
  process.on('disconnect', handle)
  // The channel carries no messages and must not keep a finished task alive.
  process.channel?.unref()
  // The channel closed before we listened; without a channel there is no such property.
  if ('connected' in process && !process.connected) handle()
}

/**
 * Runs `stop` once, at the first request to stop, and ends the process, with 0 if `stop` finished in time. Later
 * requests are ignored: Ctrl-C comes from the terminal and from the launcher. `onOther` tells of requests that come in
 * another way.
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
