import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import data from './spec-coverage.json'

const ROOT = join(import.meta.dirname, '../..')
const decisions = readdirSync(join(ROOT, 'docs/decisions')).map((name) => name.slice(0, 4))

const text = z.string().check(z.minLength(1))

/**
 * One statement of the specification: the files that implement it, and the tests that fail when they no longer do.
 * `decisions` numbers the records that decide what the specification leaves open or that differ from it.
 */
const coverage = z.strictObject({
  section: z.string().check(z.regex(/^§[1-9]( .+)?$/)),
  statement: text,
  files: z.array(text),
  tests: z.array(z.strictObject({ file: z.string().check(z.regex(/^tests\//)), title: text })),
  decisions: z.optional(z.array(z.string().check(z.regex(/^\d{4}$/)))),
})
type Coverage = z.infer<typeof coverage>

const rows = data as Coverage[]

test('every row has a section, a statement, files, tests, and no unknown field', () => {
  expect(z.array(coverage).safeParse(data).error?.issues ?? []).toEqual([])
})

test('all nine sections have rows, and no row is repeated', () => {
  const sections = new Set(rows.map(({ section }) => section.slice(0, 2)))
  expect([...sections]).toEqual(['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9'])
  const names = rows.map(({ section, statement }) => `${section}: ${statement}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('every statement names files and tests that exist', () => {
  const sources = new Map<string, string>()
  const source = (path: string) => {
    const known = sources.get(path)
    if (known !== undefined) return known
    const read = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : ''
    sources.set(path, read)
    return read
  }
  const problems = rows.flatMap(({ section, statement, files, tests, decisions: records = [] }) => [
    ...(files.length === 0 ? [`${section} ${statement}: no file implements it`] : []),
    ...(tests.length === 0 ? [`${section} ${statement}: no test checks it`] : []),
    ...files.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${path} is gone`),
    ...records.filter((number) => !decisions.includes(number)).map((number) => `decision ${number} is gone`),
    ...tests
      .filter(({ file, title }) => !source(file).includes(title))
      .map(({ file, title }) => `not found: ${file} ${title}`),
  ])
  expect(problems).toEqual([])
})
