import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { testDatabase } from '#tests/support/database/database.ts'
import { schemaText } from '#tests/support/database/schema-text.ts'

const FILE = join(import.meta.dirname, '../../docs/schema.sql')
const HEAD = `-- The schema, as all migrations together make it. Written by tests/database/schema-text.test.ts, which compares it:
-- to renew it after a migration, delete this file, run the test and commit what it writes. For reading, not to be run.
`

const db = await testDatabase()

test('docs/schema.sql is the schema that the migrations make', async () => {
  const text = `${HEAD}\n${await schemaText(db)}`
  const isMissing = !existsSync(FILE)
  if (isMissing) writeFileSync(FILE, text)
  expect(isMissing, 'docs/schema.sql was missing and has been written: read it and commit it').toBe(false)
  expect(text).toBe(readFileSync(FILE, 'utf8'))
})
