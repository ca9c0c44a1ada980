import { passwordProblem, usernameProblem } from '#shared/auth/rules.ts'

export type LoginValues = { username: string; password: string; remember: boolean }
export type LoginField = 'username' | 'password'

/** What is wrong with each field, by the rules that the server asks too; nothing when all is well. */
export function loginProblems(values: LoginValues): Partial<Record<LoginField, string>> {
  const username = usernameProblem(values.username)
  const password = passwordProblem(values.password)
  return { ...(username !== null && { username }), ...(password !== null && { password }) }
}
