import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import data from './asvs.json'

const ROOT = join(import.meta.dirname, '../..')

/**
 * One requirement of levels 1 and 2 of the OWASP ASVS 5.0.0, in our own words. `reason` explains how the panel meets
 * it, why it does not apply, or what compensates for a deviation; `evidence` names the files that show it.
 */
const requirement = z.strictObject({
  id: z.string().check(z.regex(/^V(?:[1-9]|1[0-7])(?:\.\d{1,2}){2}$/)),
  level: z.literal([1, 2]),
  requirement: z.string().check(z.minLength(1)),
  status: z.enum(['met', 'not applicable', 'deviation']),
  reason: z.string().check(z.regex(/.\.$/)),
  evidence: z.array(z.string().check(z.minLength(1))),
})
type Requirement = z.infer<typeof requirement>

const rows = data as Requirement[]
const countOf = (status: Requirement['status']) => rows.filter((row) => row.status === status).length

test('every row has an id, a level, a requirement, a status, a reason, and no other field', () => {
  expect(z.array(requirement).safeParse(data).error?.issues ?? []).toEqual([])
})

test('every requirement of levels 1 and 2 has one row', () => {
  expect(rows).toHaveLength(253)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
  expect(rows.filter(({ level }) => level === 1)).toHaveLength(70)
  expect(rows.filter(({ level }) => level === 2)).toHaveLength(183)
})

test('files show what is met, and all named files exist', () => {
  const unshown = rows.filter(({ status, evidence }) => status === 'met' && evidence.length === 0)
  expect(unshown.map(({ id }) => id)).toEqual([])
  const named = new Set(rows.flatMap(({ evidence }) => evidence))
  expect([...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('SECURITY.md states how many requirements have each status', () => {
  const [met, inapplicable, deviations] = [countOf('met'), countOf('not applicable'), countOf('deviation')]
  expect(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')).toContain(
    `${met} are *met*, ${inapplicable} are *not applicable* and ${deviations} are *deviations*`,
  )
})
