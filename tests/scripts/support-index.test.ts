import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const SUPPORT = join(import.meta.dirname, '../support')

test('the index of tests/support has one line for each file, under its folder', () => {
  const indexed: string[] = []
  let folder = ''
  for (const line of readFileSync(join(SUPPORT, 'README.md'), 'utf8').split('\n')) {
    folder = /^## (\S+\/)$/.exec(line)?.[1] ?? folder
    const file = /^- `(\S+\.ts)`: \S/.exec(line)?.[1]
    if (file !== undefined) indexed.push(folder + file)
  }

  expect(indexed.toSorted()).toEqual(globSync('**/*.ts', { cwd: SUPPORT }).toSorted())
})
