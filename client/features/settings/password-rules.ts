import type { Visited } from '#client/forms/form-state.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import { messages } from '#shared/messages.ts'
import { passwordChangeProblem } from '#shared/settings/rules.ts'
import { passwordChangeInput } from '#shared/settings/schema.ts'

/** The fields in the order of the card (decisions: words on the screen). */
export const PASSWORD_RULES = {
  current_password: { label: 'Mevcut Parola' },
  new_password: { label: 'Yeni Parola' },
  repeat: { label: 'Yeni Parola (Tekrar)' },
} as const

export type PasswordField = keyof typeof PASSWORD_RULES
export type PasswordValues = Record<PasswordField, string>
const FIELDS = Object.keys(PASSWORD_RULES) as PasswordField[]

export const NO_PASSWORDS: PasswordValues = { current_password: '', new_password: '', repeat: '' }

/** What keeps the password from being changed (decisions §5); with `visited`, as far as it is said by then. */
export function passwordProblems(values: PasswordValues, visited?: Visited): Problem<PasswordValues>[] {
  const { new_password, repeat } = values
  const broken = [
    // With the current password filled in, the rule names what is wrong with the new one.
    passwordChangeProblem({ current_password: '-', new_password }),
    repeat === new_password ? null : { field: 'repeat', message: messages.passwordsDiffer },
  ]
  const found = fieldProblems(passwordChangeInput, values, broken)
  return visited === undefined
    ? found
    : found.filter(({ names }) => names.every((name) => isSaid(name as PasswordField, values, visited)))
}

/**
 * Of an empty field only that it was missed: it was left, or one below it was, by someone who is at it. The form
 * is not just passed by with the tab key.
 */
function isSaid(name: PasswordField, values: PasswordValues, { typed, left }: Visited): boolean {
  if (values[name] !== '') return true
  const isLeft = FIELDS.slice(FIELDS.indexOf(name)).some((below) => left.includes(below))
  const isAtIt = typed.includes(name) || FIELDS.some((other) => values[other] !== '')
  return name !== 'repeat' && isLeft && isAtIt
}
