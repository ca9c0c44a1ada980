import { passwordProblem, usernameProblem } from '#shared/auth/rules.ts'

type LoginValues = { username: string; password: string; remember: boolean }
type LoginField = 'username' | 'password'

/** Returns the problem of each field, by the rules of the server; empty when there is none. */
export function loginProblems(values: LoginValues): Partial<Record<LoginField, string>> {
  const username = usernameProblem(values.username)
  const password = passwordProblem(values.password)
  return { ...(username !== null && { username }), ...(password !== null && { password }) }
}
