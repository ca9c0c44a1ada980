import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const text = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8')

const rows = text
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [, id = '', level = '', asks = '', status = '', why = '', shown = '', ...rest] = line
      .split('|')
      .map((cell) => cell.trim())
    const files = [...shown.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    return { id, level, asks, status, why, files, rest }
  })
type Row = (typeof rows)[number]

const idsOf = (kind: (row: Row) => boolean) => rows.filter(kind).map(({ id }) => id)

test('every requirement of levels 1 and 2 has one row', () => {
  expect(rows).toHaveLength(253)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
  expect(idsOf(({ level }) => level === '1')).toHaveLength(70)
  expect(idsOf(({ level }) => level === '2')).toHaveLength(183)
  expect(idsOf(({ id }) => !/^V(?:[1-9]|1[0-7])(?:\.\d{1,2}){2}$/.test(id))).toEqual([])
})

test('every row has a status, says why, and has no cell too many', () => {
  const statuses = ['*met*', '*not applicable*', '*deviation*']
  expect(idsOf(({ status }) => !statuses.includes(status))).toEqual([])
  expect(idsOf(({ asks, why }) => asks === '' || !why.endsWith('.'))).toEqual([])
  expect(idsOf(({ rest }) => rest.join('') !== '')).toEqual([])
})

test('what is met is shown by files, and all named files exist', () => {
  expect(idsOf(({ status, files }) => status === '*met*' && files.length === 0)).toEqual([])
  const named = new Set(rows.flatMap(({ files }) => files))
  expect([...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('the introduction counts them', () => {
  const counted = ['*met*', '*not applicable*', '*deviation*'].map(
    (status) => idsOf((row) => row.status === status).length,
  )
  const [met = 0, inapplicable = 0, deviations = 0] = counted
  expect(text).toContain(
    `${met} are *met*, ${inapplicable} are *not applicable* and ${deviations} are *deviations*`,
  )
})
