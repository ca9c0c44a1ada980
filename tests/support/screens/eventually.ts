import { expect } from 'vitest'

/** Polls with a generous timeout, for a browser on a busy machine. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 30_000 })
}
