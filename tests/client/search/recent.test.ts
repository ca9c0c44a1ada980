// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'

import type { Target } from '#client/features/search/options.ts'
import { keepRecent, readRecent } from '#client/features/search/recent.ts'
import { draftNames, dropDrafts, writeDraft } from '#client/lib/drafts.ts'

const target = (id: number, kind: Target['kind'] = 'record'): Target => ({
  kind,
  id,
  title: `34 A ${id}`,
  note: '',
})

beforeEach(() => localStorage.clear())

test('the last five are kept for each user, each once, the newest first', () => {
  for (const id of [1, 2, 3, 4, 5, 6, 3]) keepRecent(7, target(id))
  keepRecent(7, target(3, 'vehicle'))
  expect(readRecent(7).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'vehicle 3',
    'record 3',
    'record 6',
    'record 5',
    'record 4',
  ])
  expect(readRecent(8)).toEqual([])
})

test('the logout deletes them', () => {
  keepRecent(7, target(1))
  dropDrafts(7)
  expect([readRecent(7), draftNames()]).toEqual([[], []])
})

test.each(['{', 'null', '{}', '[null, 1, {"kind":"gider","id":1,"title":"","note":""}, {"kind":"record"}]'])(
  'the stored text %s counts as no hits',
  (text) => {
    writeDraft('son-acilanlar:7', text)
    expect(readRecent(7)).toEqual([])
  },
)
