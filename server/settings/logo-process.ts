import { fork } from 'node:child_process'

import { createSemaphore } from '#server/platform/lib/semaphore.ts'

import type { Logo, LogoGround } from './logo-render.ts'

const TIME_LIMIT_MS = 8_000

/** A decoder may take 300 MB and a core: one at a time leaves the rest of the machine for the requests. */
const redrawing = createSemaphore({ permits: 1, queued: 8 })

/** `timeLimit` is in milliseconds and includes the start; another `child` in tests. The ground is white by default. */
export type RedrawOptions = { timeLimit?: number; child?: URL; ground?: LogoGround }

/**
 * Redraws the file's picture in its own process, which is killed after the time limit: a native decoder may hang or crash.
 * `null` when the file gave no picture. Throws UNAVAILABLE when too many are waiting.
 */
export function redrawLogo(file: Uint8Array, options: RedrawOptions = {}): Promise<Logo | null> {
  return redrawing.run(() => redraw(file, options))
}

function redraw(file: Uint8Array, options: RedrawOptions): Promise<Logo | null> {
  const { timeLimit = TIME_LIMIT_MS, child = new URL('./logo-child.ts', import.meta.url) } = options
  const { ground = 'white' } = options
  const { promise, resolve } = Promise.withResolvers<Logo | null>()
  // The decoder gets neither the flags nor the secrets of the process.
  const decoder = fork(child, [], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timer = setTimeout(() => decoder.kill('SIGKILL'), timeLimit)
  decoder.once('message', (answer: { logo: Logo | null }) => resolve(answer.logo))
  decoder.once('error', () => resolve(null)).once('exit', () => resolve(null))
  decoder.send({ file, ground }, () => {})
  return promise.finally(() => {
    clearTimeout(timer)
    decoder.kill('SIGKILL')
  })
}
