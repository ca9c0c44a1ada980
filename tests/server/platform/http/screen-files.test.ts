import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { createScreenFiles } from '#server/platform/http/screen-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'oto-servis-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MANIFEST = {
  'index.html': { file: 'assets/entry.js', isEntry: true, imports: ['_first.js'] },
  '_first.js': { file: 'assets/first.js' },
  'routes/_app.tsx?tsr-split=component': { file: 'assets/frame.js', imports: ['index.html', '_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['_first.js', '_loop.js'] },
  '_loop.js': { file: 'assets/loop.js', imports: ['_shared.js'] },
  'routes/_app/books.tsx?tsr-split=component': { file: 'assets/books.js', imports: ['_shared.js'] },
  'routes/_app/book.$id.tsx?tsr-split=component': { file: 'assets/book.js', imports: ['_form.js'] },
  '_form.js': { file: 'assets/form.js' },
  'routes/_app/feedbacks_.$id.tsx?tsr-split=component': { file: 'assets/topic.js' },
}

test('a screen has its scripts and those of the frame, without those of the entry', () => {
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(MANIFEST))
  const filesOf = createScreenFiles(folder)
  const frame = ['assets/frame.js', 'assets/shared.js', 'assets/loop.js']
  expect(filesOf('/books')).toEqual([...frame, 'assets/books.js'])
  expect(filesOf('/books/')).toEqual([...frame, 'assets/books.js'])
  expect(filesOf('/book/12')).toEqual([...frame, 'assets/book.js', 'assets/form.js'])
  expect(filesOf('/feedbacks/ilk-gun')).toEqual([...frame, 'assets/topic.js'])
  for (const path of ['/', '/book', '/book/1/2', '/nothing', '/xbooks']) expect(filesOf(path)).toEqual([])
})

test('a folder without a manifest has no files of screens', () => {
  expect(createScreenFiles(tmpdir())('/books')).toEqual([])
})
