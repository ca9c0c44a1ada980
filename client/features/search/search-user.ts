/** Decides which screens there are. */
export interface ScreenUser {
  isAdmin: boolean
  hasFigures: boolean
  hasTrash: boolean
}

/** Whose recent hits are shown, and which screens. */
export interface SearchUser extends ScreenUser {
  id: number
}
