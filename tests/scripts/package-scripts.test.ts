import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const { postinstall, ...commands } = manifest.scripts

test.for(Object.entries(commands))('npm run %s is one program without shell syntax', ([name, line]) => {
  expect(line).toBe(`exec node scripts/run.mjs ${name}`)
})

test('the install step runs on any Node and shell', () => {
  expect(postinstall).toBe('node scripts/post-install.mjs')
})

test('cmd.exe finds a program instead of the word of sh', () => {
  const lines = readFileSync(join(ROOT, 'exec.cmd'), 'utf8').split('\r\n')
  expect(lines.filter((line) => line !== '' && !line.startsWith('@rem '))).toEqual(['@%*'])
})
