import { messages } from '#shared/messages.ts'
import { passwordChangeProblem } from '#shared/settings/rules.ts'

export type PasswordValues = { current_password: string; new_password: string; repeat: string }

export const NO_PASSWORDS: PasswordValues = { current_password: '', new_password: '', repeat: '' }

export type PasswordField = keyof PasswordValues
const FIELDS: PasswordField[] = ['current_password', 'new_password', 'repeat']

/** Where one has been: fields that had something in them, and fields left behind. */
export type Visited = Readonly<Record<'typed' | 'left', ReadonlySet<PasswordField>>>
export const NOT_VISITED: Visited = { typed: new Set(), left: new Set() }

/** After something was typed into a field. */
export const typeInto = ({ typed, left }: Visited, name: PasswordField): Visited => ({
  typed: new Set([...typed, name]),
  left,
})

/** After a field was left: those above it are left behind too. */
export const leave = ({ typed, left }: Visited, name: PasswordField): Visited => ({
  typed,
  left: new Set([...left, ...FIELDS.slice(0, FIELDS.indexOf(name) + 1)]),
})

/** Empty and left behind, by someone who is at it: the form is not just passed by with the tab key. */
function isMissed(name: PasswordField, values: PasswordValues, { typed, left }: Visited): boolean {
  if (values[name] !== '' || !left.has(name)) return false
  return typed.has(name) || FIELDS.some((other) => values[other] !== '')
}

/** What is wrong beside the fields while they are typed into. */
export function passwordProblems(
  values: PasswordValues,
  visited: Visited = NOT_VISITED,
): Partial<Record<PasswordField, string>> {
  const { new_password, repeat } = values
  const weak = new_password === '' ? null : passwordChangeProblem({ current_password: '-', new_password })
  const differs = repeat !== '' && repeat !== new_password
  return {
    ...(isMissed('current_password', values, visited) && { current_password: messages.passwordsRequired }),
    ...(isMissed('new_password', values, visited) && { new_password: messages.passwordsRequired }),
    ...(weak !== null && { new_password: weak.message }),
    ...(differs && { repeat: messages.passwordsDiffer }),
  }
}

/** Whether the three satisfy the rules, so that the password can be changed (decisions §5). */
export const isChangeReady = (values: PasswordValues) => passwordChangeProblem(values) === null
