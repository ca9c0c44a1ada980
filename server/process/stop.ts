/** The whole stop, from the signal to the end of the process: within 10 s (decisions: stop). */
const STOP_MS = 9_500
/** SIGHUP is also a console window that is closed on Windows, SIGBREAK its Ctrl-Break. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGBREAK'] as const

/**
 * Calls `handle` whenever the process is asked to stop: by a signal, and by the end of the channel to the launcher
 * (scripts/run.mjs), which comes when that is told to stop, on Windows too, and when it is killed.
 */
export function onStopRequest(handle: () => void): void {
  for (const signal of SIGNALS) process.on(signal, handle)
  process.on('disconnect', handle)
  // Nothing is said over it: a task that has ended its work ends.
  process.channel?.unref()
  // It ended before we listened; without a channel there is no such property.
  if ('connected' in process && !process.connected) handle()
}

/**
 * Runs `stop` once, at the first request to stop, and ends the process: with 0 where `stop` did all of its work in
 * time. Later requests change nothing: Ctrl-C comes from the terminal and from the launcher.
 */
export function onStopSignal(stop: () => Promise<void>): void {
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
}
