import { loginMessages } from '#shared/login-messages.ts'
import { MAX_NAME_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/options.ts'
import { isPasswordTooLong, passwordLength } from '#shared/password.ts'
import { isCleanText } from '#shared/text.ts'

/**
 * Returns the problem that prevents sending a login's user name (specification §5), or `null`. Surrounding white space
 * is ignored.
 */
export function usernameProblem(username: string): string | null {
  const name = username.trim()
  if (name === '') return loginMessages.usernameRequired
  if (name.length > MAX_NAME_LENGTH) return loginMessages.loginWrong
  return isCleanText(name) ? null : loginMessages.invalidText
}

/** Returns the problem of a login's password, or `null`. The password is used as typed: neither trimmed nor folded. */
export function passwordProblem(password: string): string | null {
  if (passwordLength(password) < PASSWORD_MIN_LENGTH) return loginMessages.passwordTooShort
  return isPasswordTooLong(password) ? loginMessages.loginWrong : null
}
