/** Id of the last saved record, until a list has highlighted its row. */
let savedId: number | null = null

/** Makes the next list highlight the row of this record. */
export function highlightSaved(id: number | null): void {
  savedId = id
}

/** Returns the record to highlight. */
export const toHighlight = () => savedId
