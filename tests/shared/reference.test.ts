import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { scripts } from '#package.json'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const reference = read('docs/reference.md')

/** Returns the first cells of a section's table rows, without backticks. */
function rowsOf(heading: string): string[] {
  const section = reference.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^\| `((?:[^`|]|\\\|)+)`/gm)].map(([, name = '']) => name)
}

/** Returns the script of a command: 'npm run backup -- FILE' is 'backup', 'npm start' is 'start'. */
const scriptOf = (command: string) => command.replace(/^npm (?:run )?/, '').split(' ', 1)[0] ?? ''

/** The keys of the schema of the environment. */
const variables = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): (?:z\.|textThat)/gm)].map(
  ([, name = '']) => name,
)

test('the reference and .env.example name exactly the variables that the server reads', () => {
  expect(variables).toContain('DATABASE_URL')
  expect(rowsOf('Settings').toSorted()).toEqual(variables.toSorted())
  const example = [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(example.toSorted()).toEqual(variables.toSorted())
})

test('the schema of the environment has no variable that this test overlooks', () => {
  const used = [...read('server/config.ts').matchAll(/\bvalue\.([A-Z][A-Z_]+)\b/g)].map(
    ([, name = '']) => name,
  )
  expect([...new Set(used)].toSorted()).toEqual(variables.toSorted())
})

test('the reference names exactly the scripts of package.json', () => {
  const named = [...rowsOf('Commands of an operator'), ...rowsOf('Commands of a developer')]
    .filter((name) => !/^[A-Z]/.test(name))
    .map(scriptOf)
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(scripts).toSorted())
})
