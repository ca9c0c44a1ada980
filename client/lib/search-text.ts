/*
 * The parameters of an address as texts. The router's own reading takes them for JSON, so the plate '34E1234' of a
 * search becomes Infinity and 'null' nothing.
 */

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Older addresses hold a text that is JSON itself, such as a number, in quotation marks. */
function unquoted(value: string): string {
  if (!value.startsWith('"') || !isJson(value)) return value
  const text = JSON.parse(value) as string
  return isJson(text) ? text : value
}

/** The parameters of an address, each as a text; of a repeated one the last counts. */
export function readSearchText(search: string): Record<string, string> {
  const params = new URLSearchParams(search)
  return Object.fromEntries(Array.from(params, ([name, value]) => [name, unquoted(value)]))
}

/** The address part from which `readSearchText` reads the same texts; '' without parameters. */
export function writeSearchText(search: object): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const text = String(value)
    // A text that would be taken for one of an older address.
    if (value !== undefined) params.set(name, unquoted(text) === text ? text : JSON.stringify(text))
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}
