import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { renameFolder, windowsEnvironment, windowsReason } from '#server/platform/db/embedded/windows.ts'

import { temporaryFolder } from '#tests/support/database/embedded-server.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function makeFolder(name: string, files: string[]): string {
  const path = join(folder, name)
  mkdirSync(path)
  for (const file of files) writeFileSync(join(path, file), '')
  return path
}

it('a folder takes a free name or replaces an empty folder, never a full one', () => {
  const target = join(folder, 'target')
  renameFolder(makeFolder('first', ['a']), target)
  expect(readdirSync(target)).toEqual(['a'])
  expect(() => renameFolder(makeFolder('second', ['b']), target)).toThrow('ENOTEMPTY')
  expect(readdirSync(target)).toEqual(['a'])
  const empty = makeFolder('empty', [])
  renameFolder(join(folder, 'second'), empty)
  expect(readdirSync(empty)).toEqual(['b'])
})

it('every error of initdb has a message, also one given by a number or with unknown letters', () => {
  const failure = (code: number | string) => Object.assign(new Error('Command failed'), { code })
  const wrongLetter =
    'initdb: error: could not open file "C:/Sükrü/data.password" for reading: No such file or directory'
  expect(windowsReason(failure(0xc0000135), '')).toContain('vc_redist.x64.exe')
  expect(windowsReason(failure(1), wrongLetter)).toContain('DATA_DIR ile başka bir klasör verin')
  expect(windowsReason(failure(1), 'initdb: error: no space left')).toBeUndefined()
  expect(windowsReason(failure('ENOENT'), '')).toBeUndefined()
})

it('the programs of PostgreSQL get the variables of the system and none of ours', () => {
  expect(Object.keys(windowsEnvironment()).sort()).toEqual(
    ['APPDATA', 'ComSpec', 'LC_ALL', 'PATH', 'SystemRoot', 'TEMP', 'TMP'].sort(),
  )
})
