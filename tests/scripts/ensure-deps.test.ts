import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

const SCRIPTS = join(import.meta.dirname, '../../scripts')
const folders: string[] = []

afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** Makes a project with our scripts, a lock file, one patch, and replacements of npm and the patch tool. */
function project() {
  const root = mkdtempSync(join(tmpdir(), 'oto-deps-'))
  folders.push(root)
  for (const name of ['ensure-deps.mjs', 'run-process.mjs', 'patches.mjs'])
    cpSync(join(SCRIPTS, name), join(root, 'scripts', name))
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  mkdirSync(join(root, 'patches'))
  write('patches/postgres+3.4.9.patch', 'first\n')
  write('package-lock.json', '{}')
  utimesSync(join(root, 'package-lock.json'), 1, 1)
  write(
    'npm.mjs',
    `import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
    rmSync('node_modules', { recursive: true, force: true })
    mkdirSync('node_modules')
    writeFileSync('node_modules/.package-lock.json', '')
    appendFileSync('done', process.argv[2] + ' ')`,
  )
  write(
    'scripts/post-install.mjs',
    `import { appendFileSync, writeFileSync } from 'node:fs'
    import { digestOfPatches, MARK } from './patches.mjs'
    writeFileSync(MARK, digestOfPatches())
    appendFileSync('done', 'post-install ')`,
  )
  write('main.mjs', `import { ensureDeps } from './scripts/ensure-deps.mjs'\nawait ensureDeps()`)
  /** Returns the actions of a start. */
  const start = () => {
    write('done', '')
    const env = { PATH: '', npm_execpath: join(root, 'npm.mjs') }
    const { status, stderr } = spawnSync(process.execPath, ['main.mjs'], { cwd: root, env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    return readFileSync(join(root, 'done'), 'utf8').trim()
  }
  write('look.mjs', `import { requireDeps } from './scripts/ensure-deps.mjs'\nrequireDeps()`)
  /** Returns whether a command that may change nothing continues. */
  const look = () => {
    write('done', '')
    const { status, stderr } = spawnSync(process.execPath, ['look.mjs'], { cwd: root, encoding: 'utf8' })
    expect(readFileSync(join(root, 'done'), 'utf8')).toBe('')
    expect(status === 0 || stderr.includes('Hata: Paketler kurulu değil ya da eski.')).toBe(true)
    return status === 0
  }
  return { root, write, start, look }
}

test('packages are installed once, and again when the lock file is newer', () => {
  const { root, start } = project()
  expect(start()).toBe('ci post-install')
  expect(start()).toBe('')
  utimesSync(join(root, 'package-lock.json'), new Date(), new Date(Date.now() + 60_000))
  expect(start()).toBe('ci post-install')
})

test('a change of the patches reinstalls the packages: a patch fits only what was published', () => {
  const { write, start } = project()
  start()
  write('patches/postgres+3.4.9.patch', 'second\n')
  expect(start()).toBe('ci post-install')
  expect(start()).toBe('')
  write('patches/postgres+3.4.9.patch', 'second\r\n')
  expect(start()).toBe('')
})

test('an installation that was interrupted before the patches is completed', () => {
  const { root, start } = project()
  start()
  rmSync(join(root, 'node_modules/.post-install'))
  expect(start()).toBe('post-install')
})

test('a command that may change nothing does not install', () => {
  const { root, start, look } = project()
  expect(look()).toBe(false)
  start()
  expect(look()).toBe(true)
  rmSync(join(root, 'node_modules/.post-install'))
  expect(look()).toBe(false)
})
