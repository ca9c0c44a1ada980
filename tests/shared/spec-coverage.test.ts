import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const text = readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8')
const decisions = readdirSync(join(ROOT, 'docs/decisions')).map(
  (name) => `docs/decisions/${name.slice(0, 4)}`,
)

type Row = {
  section: string
  statement: string
  files: string[]
  tests: [string, string][]
  records: string[]
}

/** The texts in backticks: paths and numbers of decision records. */
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)

const rows: Row[] = text
  .split('\n')
  .filter((line) => line.startsWith('| §') && !line.startsWith('| § |'))
  .map((line) => {
    const [, section = '', statement = '', where = '', held = ''] = line.split('|')
    const tests = [...held.matchAll(/`(tests\/[^`]+)` "([^"]+)"/g)].map(([, path = '', name = '']) => {
      return [path, name] satisfies [string, string]
    })
    const records = quoted(held).filter((path) => path.startsWith('docs/decisions/'))
    return { section: section.trim(), statement: statement.trim(), files: quoted(where), tests, records }
  })

test('all nine sections have rows, and no row is repeated', () => {
  const sections = new Set(rows.map(({ section }) => section.slice(0, 2)))
  expect([...sections]).toEqual(['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9'])
  const names = rows.map(({ section, statement }) => `${section}: ${statement}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(rows.length).toBe(text.split('\n').filter((line) => line.startsWith('| §')).length - 9)
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
  const problems = rows.flatMap(({ section, statement, files, tests, records }) => [
    ...(files.length === 0 ? [`${section} ${statement}: lives nowhere`] : []),
    ...(tests.length === 0 ? [`${section} ${statement}: is held by nothing`] : []),
    ...files.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${path} is gone`),
    ...records.filter((path) => !decisions.includes(path)).map((path) => `${path} is gone`),
    ...tests
      .filter(([path, name]) => !source(path).includes(name))
      .map((pair) => `not found: ${pair.join(' ')}`),
  ])
  expect(problems).toEqual([])
})
