/*
 * The parameters of an address as texts. The router itself parses them as JSON, which turns the plate '34E1234' of a
 * search into Infinity, and 'null' into no value.
 */

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Removes the quotation marks that older addresses have around a text that is JSON itself, such as a number. */
function unquoted(value: string): string {
  if (!value.startsWith('"') || !isJson(value)) return value
  const text = JSON.parse(value) as string
  return isJson(text) ? text : value
}

/** Returns the parameters of an address, each as a text; of a repeated one the last counts. */
export function readSearchText(search: string): Record<string, string> {
  const params = new URLSearchParams(search)
  return Object.fromEntries(Array.from(params, ([name, value]) => [name, unquoted(value)]))
}

/** Returns the part of an address from which `readSearchText` reads the same texts; '' without parameters. */
export function writeSearchText(search: object): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const text = String(value)
    // Quotation marks protect a text that looks like one of an older address.
    if (value !== undefined) params.set(name, unquoted(text) === text ? text : JSON.stringify(text))
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}
