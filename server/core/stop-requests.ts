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
