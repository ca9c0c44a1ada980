import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { removeLeftovers, RestoreMark } from '#server/platform/backup/service.ts'
import { requireRoomFor, Uploads } from '#server/platform/backup/uploads.ts'
import { temporaryFolder } from '#tests/support/database/embedded-server.ts'

let folder: string
let isInUse = false
let uploads: Uploads
beforeEach(() => {
  folder = join(temporaryFolder(), 'backups')
  isInUse = false
  uploads = new Uploads(folder, () => isInUse)
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(join(folder, '..'), { recursive: true })
})

const bytes = (text: string) => new TextEncoder().encode(text)

test('a file arrives in pieces, in their order, and only its owner may read it', async () => {
  const id = await uploads.begin(9)
  expect(await uploads.add({ id, at: 0 }, bytes('yedek'))).toBe(5)
  expect(uploads.complete(id)).toBeUndefined()
  expect(await uploads.add({ id, at: 5 }, bytes('leme'))).toBe(9)
  const path = uploads.complete(id) ?? ''
  expect(readFileSync(path, 'utf8')).toBe('yedekleme')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(path).toMatch(/yukleme-[0-9a-f]{32}-9\.part$/)
  uploads.remove(id)
  expect(readdirSync(folder)).toEqual([])
})

test('a piece that comes twice, too early, or makes the file too large changes nothing', async () => {
  const id = await uploads.begin(6)
  await uploads.add({ id, at: 0 }, bytes('abc'))
  expect(await uploads.add({ id, at: 0 }, bytes('xyz'))).toBe(3)
  expect(await uploads.add({ id, at: 4 }, bytes('xy'))).toBe(3)
  expect(await uploads.add({ id, at: 3 }, bytes('wxyz'))).toBe(3)
  expect(await uploads.add({ id, at: 3 }, bytes('def'))).toBe(6)
  expect(readFileSync(uploads.complete(id) ?? '', 'utf8')).toBe('abcdef')
})

test.each(['../../etc/passwd', '', 'x-1', `${'0'.repeat(32)}-1`])('there is no file %j', async (id) => {
  await uploads.begin(1)
  expect(await uploads.add({ id, at: 0 }, bytes('a'))).toBeUndefined()
  expect(uploads.complete(id)).toBeUndefined()
  uploads.remove(id)
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a new upload replaces the one before', async () => {
  const first = await uploads.begin(3)
  const second = await uploads.begin(3)
  expect(await uploads.add({ id: first, at: 0 }, bytes('abc'))).toBeUndefined()
  expect(await uploads.add({ id: second, at: 0 }, bytes('abc'))).toBe(3)
  expect(readdirSync(folder)).toHaveLength(1)
})

test('of several uploads that begin at the same time one remains', async () => {
  const begun = await Promise.all([uploads.begin(3), uploads.begin(3), uploads.begin(3)])
  expect(readdirSync(folder)).toHaveLength(1)
  const added = await Promise.all(begun.map((id) => uploads.add({ id, at: 0 }, bytes('abc'))))
  expect(added.filter((received) => received !== undefined)).toEqual([3])
})

test('an abandoned upload is removed after a minute, one that continues or is being restored is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const start = Date.now()
  const now = vi.spyOn(Date, 'now').mockReturnValue(start + 30_000)
  try {
    const id = await uploads.begin(3)
    vi.advanceTimersByTime(60_000)
    expect(readdirSync(folder)).toHaveLength(1)
    await uploads.add({ id, at: 0 }, bytes('a'))
    now.mockReturnValue(start + 600_000)
    isInUse = true
    vi.advanceTimersByTime(60_000)
    expect(readdirSync(folder)).toHaveLength(1)
    isInUse = false
    await uploads.add({ id, at: 0 }, bytes('a'))
    vi.advanceTimersByTime(60_000)
    expect(readdirSync(folder)).toEqual([])
  } finally {
    now.mockRestore()
  }
})

test('a file beyond the limit or the free disk is refused before its first byte', async () => {
  await expect(uploads.begin(6 * 1024 ** 3)).rejects.toThrow('Dosya çok büyük: en fazla 5 GB olabilir.')
  expect(existsSync(folder)).toBe(false)
  mkdirSync(folder)
  await expect(requireRoomFor(folder, 1e15)).rejects.toThrow('Diskte yeterli yer yok: yaklaşık')
})

test('the files of a killed panel are removed, but no backup', async () => {
  await uploads.begin(3)
  new RestoreMark(folder).set()()
  writeFileSync(join(folder, 'geri-yukleniyor'), '')
  const backup = '20261124T093000Z-elle.tar.gz'
  writeFileSync(join(folder, backup), '')
  removeLeftovers(folder)
  expect(readdirSync(folder)).toEqual([backup])
})

test('all processes see the mark of a restore, and a mark that is not renewed does not count', () => {
  mkdirSync(folder)
  const [one, other] = [new RestoreMark(folder), new RestoreMark(folder)]
  const remove = one.set()
  expect([one.isSet(), other.isSet()]).toEqual([true, true])
  expect(statSync(join(folder, 'geri-yukleniyor')).mode & 0o777).toBe(0o600)
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  expect(new RestoreMark(folder).isSet()).toBe(false)
  now.mockRestore()
  remove()
  expect(one.isSet()).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})
