import { withoutControls } from '#shared/text.ts'

/**
 * Returns the values of a form without control characters, at every level, because a draft or a stored text with one
 * cannot be saved. A part without any stays the same object.
 */
export function cleanValues<T>(value: T): T {
  if (typeof value === 'string') return withoutControls(value) as T
  if (typeof value !== 'object' || value === null) return value
  const parts: [string, unknown][] = Object.entries(value)
  const cleaned = parts.map(([name, part]): [string, unknown] => [name, cleanValues(part)])
  if (cleaned.every(([, part], index) => part === parts[index]?.[1])) return value
  return (Array.isArray(value) ? cleaned.map(([, part]) => part) : Object.fromEntries(cleaned)) as T
}
