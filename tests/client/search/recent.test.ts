// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'

import type { RecentHit } from '#client/features/search/options.ts'
import { addRecent, readRecent } from '#client/features/search/recent.ts'
import { draftNames, dropDrafts, writeDraft } from '#client/lib/drafts.ts'

const hit = (id: number, kind: RecentHit['kind'] = 'record'): RecentHit => ({
  kind,
  id,
  title: `34 A ${id}`,
  note: '',
})

beforeEach(() => localStorage.clear())

test('the list has the last five opened things of a user, each once, the newest first', () => {
  for (const id of [1, 2, 3, 4, 5, 6, 3]) addRecent(7, hit(id))
  addRecent(7, hit(3, 'vehicle'))
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
  addRecent(7, hit(1))
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
