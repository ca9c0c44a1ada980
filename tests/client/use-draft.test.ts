// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'

import { dropAllDrafts, readDraft, writeDraft } from '#client/lib/drafts.ts'
import { useDraft } from '#client/lib/use-draft.ts'

import { act, renderHook } from './render.ts'

const START = { values: { konu: '', mesaj: '' }, version: 0 }

/** The draft as a form that was just opened holds it. */
function open(name = 'form:1') {
  const { result, unmount } = renderHook(() => useDraft(name, () => START))
  return { draft: () => result.current, unmount }
}

afterEach(dropAllDrafts)

test('what is typed outlives the form, and nobody else’s form sees it', () => {
  const first = open()
  expect(first.draft().isRestored).toBe(false)
  const typed = { values: { konu: 'Işık', mesaj: 'çalışmıyor' }, version: 2 }
  act(() => first.draft().change(typed))
  expect(first.draft().value).toEqual(typed)
  first.unmount()
  expect(open().draft()).toMatchObject({ value: typed, isRestored: true })
  expect(open('form:2').draft()).toMatchObject({ value: START, isRestored: false })
})

test('a reset forgets it', () => {
  const { draft } = open()
  act(() => draft().change({ ...START, version: 5 }))
  act(() => draft().reset(START))
  expect(draft()).toMatchObject({ value: START, isRestored: false })
  expect(readDraft('form:1')).toBe(undefined)
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"values":{"konu":"a"},"version":1}',
  '{"values":{"konu":1,"mesaj":""},"version":1}',
])('a kept text of another form is no draft: %s', (text) => {
  writeDraft('form:1', text)
  expect(open().draft()).toMatchObject({ value: START, isRestored: false })
})

test('an answer that comes late finds what was typed meanwhile', () => {
  const { draft } = open()
  const early = draft()
  const typed = { values: { konu: 'Işık', mesaj: 'çalışmıyor' }, version: 2 }
  act(() => draft().change(typed))
  expect(early.current()).toEqual(typed)
})

test('what is left to save can move to another name', () => {
  const { draft } = open()
  const rest = { values: { konu: 'Işık', mesaj: '' }, version: 1 }
  act(() => draft().move('form:7', rest))
  expect(draft()).toMatchObject({ value: rest, isRestored: false })
  expect(readDraft('form:1')).toBe(undefined)
  expect(open('form:7').draft()).toMatchObject({ value: rest, isRestored: true })
})
