/** Rights that decide which screens the search offers. */
export interface ScreenUser {
  isAdmin: boolean
  hasFigures: boolean
  hasPayments: boolean
  hasQuotes: boolean
  hasTrash: boolean
}

/** User whose recent hits and screens the search offers. */
export interface SearchUser extends ScreenUser {
  id: number
}
