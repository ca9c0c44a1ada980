import { messages } from '#shared/messages.ts'
import { MAX_NAME_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/options.ts'
import { isCleanText } from '#shared/text.ts'

/** Why a login's user name is sent nowhere (specification §5), or `null`. White space around it does not count. */
export function usernameProblem(username: string): string | null {
  const name = username.trim()
  if (name === '') return messages.usernameRequired
  if (name.length > MAX_NAME_LENGTH) return messages.loginWrong
  return isCleanText(name) ? null : messages.invalidText
}

/** The same for its password, which is taken as typed: neither trimmed nor folded. */
export function passwordProblem(password: string): string | null {
  if (password.length < PASSWORD_MIN_LENGTH) return messages.passwordTooShort
  return password.length > PASSWORD_MAX_LENGTH ? messages.loginWrong : null
}
