import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { legacyPaths } from '#server/transports/legacy/routes.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'
import { expenseExportInput, kayitExportInput, periodExportInput } from '#shared/export/schema.ts'

type Schema = z.ZodMiniType

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: Schema[] } }>
// The form of a logo has a parser of its own.
const { 'uploadLogo.php': _, ...parsedPaths } = legacyPaths
const INPUTS: [string, Schema][] = [
  ...Object.entries(procedures).flatMap(([name, { _def }]) =>
    _def.inputs.map((input): [string, Schema] => [name, input]),
  ),
  ...Object.entries(parsedPaths).map(([path, { input }]): [string, Schema] => [path, input]),
  ['kayit export', kayitExportInput],
  ['expense export', expenseExportInput],
  ['period export', periodExportInput],
]

const LEAVES = [undefined, null, true, -1, 1.5, 1e300, '', 'x', 'x'.repeat(20_000), [], {}]

/** Yields values that the schema mostly refuses, with one odd value in each of its places. */
function* oddInputs(schema: Schema): Generator {
  const {
    shape,
    element,
    innerType,
    in: input,
  } = schema.def as {
    shape?: Record<string, Schema>
    element?: Schema
    innerType?: Schema
    in?: Schema
  }
  yield* LEAVES
  yield { unknown: 1 }
  for (const inner of [innerType, input]) if (inner !== undefined) yield* oddInputs(inner)
  if (element !== undefined)
    for (const odd of oddInputs(element)) yield* [[odd], Array.from({ length: 1_001 }, () => odd)]
  for (const [key, field] of Object.entries(shape ?? {}))
    for (const odd of oddInputs(field)) yield { [key]: odd }
}

/** The library's message for an error without one of ours. */
const ENGLISH = 'Invalid input'

test.each(INPUTS)('%s refuses in Turkish', (...[, input]) => {
  const issues = [...oddInputs(input)].flatMap((odd) => z.safeParse(input, odd).error?.issues ?? [])
  expect(issues.length).toBeGreaterThan(0)
  const foreign = issues.filter(({ message }) => message === ENGLISH)
  expect([...new Set(foreign.map(({ path }) => path.join('.')))]).toEqual([])
})
