import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { contains } from '#server/db/expressions.ts'
import { foldName } from '#shared/turkish.ts'
import { testDatabase } from '#tests/support/database.ts'

const db = await testDatabase()

/** Few letters, so that short needles are often found; digits, marks, spaces and signs of patterns among them. */
const texts = (most: number) =>
  fc
    .string({
      unit: fc.constantFrom('a', 'b', 'ı', 'ş', 'ö', 'ğ', '1', ' ', '_', '%', '\\', '.', '-'),
      maxLength: most,
    })
    .map(foldName)

test('a text contains a needle exactly if the application says so, however short the needle', async () => {
  await fc.assert(
    fc.asyncProperty(texts(12), texts(3), async (text, needle) => {
      fc.pre(needle.trim() !== '' && needle === needle.trim())
      const row = await db
        .selectFrom(sql<{ ara: string }>`(select ${text}::text as ara)`.as('one'))
        .where(contains('ara', needle))
        .select('ara')
        .executeTakeFirst()
      expect(row !== undefined).toBe(text.includes(needle))
    }),
    { numRuns: 300 },
  )
})
