import { messages } from '#shared/messages.ts'
import { MAX_NAME_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/options.ts'
import { isCleanText } from '#shared/text.ts'

/**
 * The problem that prevents sending a login's user name (specification §5), or `null`. Surrounding white space is
 * ignored.
 */
export function usernameProblem(username: string): string | null {
  const name = username.trim()
  if (name === '') return messages.usernameRequired
  if (name.length > MAX_NAME_LENGTH) return messages.loginWrong
  return isCleanText(name) ? null : messages.invalidText
}

/** The same for the password, which is used as typed: neither trimmed nor folded. */
export function passwordProblem(password: string): string | null {
  if (password.length < PASSWORD_MIN_LENGTH) return messages.passwordTooShort
  return password.length > PASSWORD_MAX_LENGTH ? messages.loginWrong : null
}
