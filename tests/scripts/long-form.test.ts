import { globSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ONLY_LONG, OPERATIONS_OF_SHORT } from '#tests/long-form.ts'

const ROOT = join(import.meta.dirname, '../..')
const filesOf = (pattern: string) => globSync(pattern, { cwd: ROOT })

test.each(Object.values(ONLY_LONG).flat())('%s names files that are there', (pattern) => {
  const names = /\{(.*)\}/.exec(pattern)?.[1]?.split(',') ?? ['']
  expect(filesOf(pattern)).toHaveLength(names.length)
})

test.each(OPERATIONS_OF_SHORT)('%s has operations', (pattern) => {
  expect(filesOf(pattern).length).toBeGreaterThan(5)
})
