import type * as z from 'zod/mini'

/** The name of a control: that of a field, or a path within one ('islemler.3.islem_adi'). */
export type ControlName<V> = (keyof V & string) | `${keyof V & string}.${string}`

/** A problem that prevents a save: a message and the names of its controls, in the order of the form. */
export interface Problem<V> {
  names: readonly ControlName<V>[]
  message: string
}

/**
 * Returns all problems that the server would refuse, by its schema for the same input and by the extra rules
 * (`broken`): the first message of each control, in the order of the values.
 */
export function fieldProblems<V extends object>(
  schema: z.ZodMiniType,
  values: V,
  broken: readonly ({ field: string; message: string } | null)[] = [],
): Problem<V>[] {
  const order = Object.keys(values)
  const messages = new Map<string, string>()
  const issues = schema.safeParse(values).error?.issues ?? []
  const named = issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  for (const { field, message } of [...named, ...broken.filter((problem) => problem !== null)]) {
    if (!messages.has(field)) messages.set(field, message)
  }
  return [...messages]
    .toSorted(([a], [b]) => fieldIndex(a, order) - fieldIndex(b, order))
    .map(([name, message]) => ({ names: [name as ControlName<V>], message }))
}

const fieldIndex = (name: string, order: readonly string[]) => order.indexOf(name.split('.', 1)[0] ?? '')
