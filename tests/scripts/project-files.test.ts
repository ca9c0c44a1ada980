import { globSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ONLY_LONG, OPERATIONS_OF_SHORT, THROUGH_PGBOUNCER_OF_SHORT } from '#tests/long-form.ts'
import { DATABASE_OF_CITUS, NO_DATABASE, NOT_ON_PG_MEM, SLOW_ON_PG_MEM } from '#tests/project-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const filesOf = (pattern: string) => globSync(pattern, { cwd: ROOT })

const LISTS = [
  ...Object.values(ONLY_LONG),
  THROUGH_PGBOUNCER_OF_SHORT,
  DATABASE_OF_CITUS,
  NO_DATABASE,
  NOT_ON_PG_MEM,
  SLOW_ON_PG_MEM,
].flat()

test.each(LISTS.filter((pattern) => !pattern.includes('**')))('%s names files that are there', (pattern) => {
  const names = /\{(.*)\}/.exec(pattern)?.[1]?.split(',') ?? ['']
  expect(filesOf(pattern)).toHaveLength(names.length)
})

test.each(LISTS.filter((pattern) => pattern.includes('**')))('%s names a folder with tests', (pattern) => {
  expect(filesOf(pattern).length).toBeGreaterThan(0)
})

test.each(OPERATIONS_OF_SHORT)('%s has operations', (pattern) => {
  expect(filesOf(pattern).length).toBeGreaterThan(5)
})
