import * as z from 'zod/mini'

import notes from './field-notes.json' with { type: 'json' }

import type { LegacyPath } from './endpoint.ts'
import { legacyPaths } from './routes.ts'

export type Schema = z.core.JSONSchema.BaseSchema

/** A path of the table with all that a reader has to know of it. */
export type DescribedPath = {
  path: string
  row: LegacyPath
  /** The schema of the query or the body, and of a JSON response. */
  sent: Schema
  answered: Schema | null
  /** The statuses of its refusals. */
  refused: number[]
}

export const describedPaths = (): DescribedPath[] =>
  Object.entries(legacyPaths).map(([path, row]: [string, LegacyPath]) => ({
    path,
    row,
    sent: jsonSchema(row.input, path, 'sent'),
    answered: typeof row.answer === 'string' ? null : jsonSchema(row.answer, path, 'answered'),
    refused: refusedStatuses(row),
  }))

function refusedStatuses(row: LegacyPath): number[] {
  const changes = row.method === 'POST' && row.changesNothing !== true
  const applies: Record<number, boolean> = {
    400: row.body !== undefined,
    401: row.access !== 'public',
    403: row.access === 'admin' || row.right !== undefined || changes,
    404: row.missing === 404,
    413: row.body !== undefined,
    415: row.body !== undefined,
    422: row.keyed === true,
    429: row.tooMany === true,
    500: true,
    503: true,
  }
  return Object.keys(applies)
    .map(Number)
    .filter((status) => applies[status])
}

export function jsonSchema(schema: z.ZodMiniType, path: string, direction: 'sent' | 'answered'): Schema {
  const io = direction === 'sent' ? 'input' : 'output'
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: allowAbsent })
  explain(rest, fieldNotes(path, direction))
  return rest
}

type Generated = { zodSchema: z.core.$ZodTypes; jsonSchema: Schema }

/** The generator treats a field that catches everything as required, but it may be absent. */
function allowAbsent({ zodSchema, jsonSchema }: Generated): void {
  if (!(zodSchema instanceof z.ZodMiniObject) || jsonSchema.required === undefined) return
  const mayBeAbsent = (name: string) => {
    const field = zodSchema.shape[name]
    return field !== undefined && z.safeParse(field, undefined).success
  }
  jsonSchema.required = jsonSchema.required.filter((name) => !mayBeAbsent(name))
}

type Notes = Readonly<Record<string, string>>

/** The meanings of the words in a path's input or response. */
export function fieldNotes(path: string, direction: 'sent' | 'answered'): Notes {
  const { words, sent, sentTo, answeredBy } = notes
  const own: Record<string, Notes> = direction === 'sent' ? sentTo : answeredBy
  return { ...words, ...(direction === 'sent' && sent), ...own[path] }
}

/**
 * Adds the words' meanings and removes patterns that duplicate a format. Not while the schema is generated, when
 * fields of one kind are still the same object.
 */
function explain(schema: Schema, notes: Notes): void {
  if (schema.format !== undefined) delete schema.pattern
  for (const [name, property] of Object.entries(schema.properties ?? {}) as [string, Schema][]) {
    explain(property, notes)
    const note = notes[name]
    if (note !== undefined) property.description = note
  }
  const inner = [schema.items, ...(schema.anyOf ?? [])].filter((it) => it !== undefined)
  for (const part of inner as Schema[]) explain(part, notes)
}
