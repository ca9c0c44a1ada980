/** Prints the figures of a long test as one line, for the documentation. */
export function report(what: string, figures: Readonly<Record<string, string | number>>): void {
  const all = Object.entries(figures).map(([name, value]) => `${name}: ${value}`)
  console.info(`[${what}] ${all.join(', ')}`)
}
