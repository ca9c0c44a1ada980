/** Writes a failure that the user need not see to the browser's console (specification §8: 'only logged'). */
export function logError(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the client's one logger
  console.warn(what, error)
}
