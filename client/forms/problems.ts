import type * as z from 'zod/mini'

/** A control's name: of a field, or within one ('islemler.3.islem_adi'). */
export type ControlName<V> = (keyof V & string) | `${keyof V & string}.${string}`

/** Why a form cannot be saved: a message, and the controls that it is about, in the order of the form. */
export interface Problem<V> {
  names: readonly ControlName<V>[]
  message: string
}

/**
 * Everything in `values` that `schema` refuses, by the schema that the server reads the same input with: the
 * first message of each control, in the order of the values.
 */
export function fieldProblems<V extends object>(schema: z.ZodMiniType, values: V): Problem<V>[] {
  const order = Object.keys(values)
  const messages = new Map<ControlName<V>, string>()
  const issues = schema.safeParse(values).error?.issues ?? []
  for (const { path, message } of issues.toSorted((a, b) => placeOf(a, order) - placeOf(b, order))) {
    const name = path.join('.') as ControlName<V>
    if (!messages.has(name)) messages.set(name, message)
  }
  return Array.from(messages, ([name, message]) => ({ names: [name], message }))
}

const placeOf = ({ path }: { path: readonly PropertyKey[] }, order: readonly string[]) =>
  order.indexOf(String(path[0]))
