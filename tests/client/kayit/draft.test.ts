// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'

import {
  kayitDraftSettings,
  KAYIT_RULES,
  kayitProblems,
  type KayitValues,
  snapshotOf,
} from '#client/features/kayit/form/values.ts'
import { cleanValues } from '#client/forms/clean-values.ts'
import { startState } from '#client/forms/form-state.ts'
import { changeField } from '#client/forms/use-field.ts'
import { useForm } from '#client/forms/use-form.ts'
import { draftNames, dropDrafts, readDraft, writeDraft } from '#client/lib/drafts.ts'
import { beginSession, forgetSession } from '#client/lib/session.ts'
import { act, renderHook } from '#tests/client/render.ts'
import { sessionUserOf } from '#tests/client/session-user.ts'

import { detailOf } from './detail.ts'

const USER = sessionUserOf()
const stored = snapshotOf(detailOf())

function open({ user = 1, id = 5 } = {}) {
  const { result, unmount } = renderHook(() =>
    useForm<KayitValues, KayitValues>({
      rules: KAYIT_RULES,
      stored,
      validate: kayitProblems,
      draft: kayitDraftSettings(user, id),
      save: () => Promise.reject(new Error('not in this test')),
      snapshotOf: (values) => ({ ...stored, values }),
      onStored: () => {},
      failureMessage: String,
    }),
  )
  const { store } = result.current
  return {
    unmount,
    draft: () => result.current.draft,
    values: () => store.get().values,
    change: <K extends keyof KayitValues>(name: K, value: KayitValues[K]) =>
      act(() => changeField(store, name, () => value)),
  }
}

beforeEach(() => beginSession(USER))
afterEach(() => {
  localStorage.clear()
  forgetSession()
})

test('a draft restores everything, including the line being typed', () => {
  const { change, unmount } = open()
  const yeni = { islem_adi: 'Akü', islem_adet: 2, fiyat: '100,05' }
  change('aciklama', 'yarım kal')
  change('islemler', stored.values.islemler.slice(1))
  change('yeni', yeni)
  unmount()
  const again = open()
  expect(again.draft().offer?.about).toBe('34 ABC 123, Ayşe Işık')
  expect(again.values()).toEqual(stored.values)
  act(() => again.draft().accept())
  expect(again.values()).toEqual({
    ...stored.values,
    aciklama: 'yarım kal',
    islemler: stored.values.islemler.slice(1),
    yeni,
  })
})

test('a draft is offered only to its user and on its record', () => {
  const { change, unmount } = open()
  change('aciklama', 'yarım kal')
  unmount()
  const offers = [open({ id: 55 }), open({ id: 0 }), open({ user: 2 }), open()].map(
    ({ draft }) => draft().offer,
  )
  expect(offers.map((offer) => offer?.values.aciklama)).toEqual([
    undefined,
    undefined,
    undefined,
    'yarım kal',
  ])
})

test.each([
  [
    'the form before this one',
    { base: { version: 4, values: { info: {}, rows: [] } }, values: { info: {}, rows: [] }, format: 1 },
  ],
  [
    'a form with other items',
    { base: stored.values, values: { ...stored.values, islemler: [{ ad: 'Yağ' }] } },
  ],
  ['a form without a field', { base: stored.values, values: { ...stored.values, plaka: undefined } }],
])('a draft stored by %s is not offered', (_what, kept) => {
  writeDraft('kayit:1:5:k', JSON.stringify({ key: 'k', savedAt: 1, version: 4, ...kept }))
  const { draft, values } = open()
  expect(draft().offer).toBe(undefined)
  expect(values()).toEqual(stored.values)
})

test('a draft from before the private note is offered, with an empty one', () => {
  const { private_note: _, ...older } = stored.values
  const kept = { base: older, values: { ...older, aciklama: 'yarım kal' } }
  writeDraft('kayit:1:5:k', JSON.stringify({ key: 'k', savedAt: 1, version: 4, ...kept }))
  const { draft, values } = open()
  act(() => draft().accept())
  expect(values()).toEqual({ ...stored.values, aciklama: 'yarım kal', private_note: '' })
})

test('a prefill is stored under the name that earlier versions use, and comes back', () => {
  const prefill = {
    vehicle: { id: 7, plate: '34 ABC 123', vin: '' },
    customer: null,
    texts: { plaka: ['34 ABC 123', '34a'] as const },
  }
  const { change, unmount } = open()
  change('aciklama', '"prefill":"taken":1')
  change('prefill', prefill)
  unmount()
  const [name = ''] = draftNames()
  expect(JSON.parse(readDraft(name) ?? '')).toMatchObject({ values: { taken: prefill } })
  const again = open()
  act(() => again.draft().accept())
  expect(again.values()).toMatchObject({ prefill, aciklama: '"prefill":"taken":1' })
})

test('a logout deletes all drafts and nothing else', () => {
  localStorage.setItem('baska', 'kalsın')
  writeDraft('kayit:1:0:a', '{}')
  writeDraft('kayit:1:5:b', '{}')
  expect(draftNames('kayit:1:')).toHaveLength(2)
  dropDrafts(USER.id)
  expect(draftNames()).toEqual([])
  expect(localStorage.getItem('baska')).toBe('kalsın')
})

test('a stored draft and a stored record with control characters are shown with spaces', () => {
  const { draft, change, unmount } = open()
  change('aciklama', 'Fren ses')
  act(() => void draft().flush())
  unmount()
  const [name = ''] = draftNames('')
  const text = localStorage.getItem(`taslak:${name}`) ?? ''
  writeDraft(
    name,
    text.replaceAll('Fren ses', 'Fren\\u000bses').replaceAll('"islem_adi":"', '"islem_adi":"a\\u0000'),
  )
  const again = open()
  act(() => again.draft().accept())
  expect(again.values().aciklama).toBe('Fren ses')
  expect(again.values().islemler.every((row) => row.islem_adi.startsWith('a '))).toBe(true)
  expect(startState({ values: { ad: 'x\u000cy', rows: [{ ad: 'ok' }] }, version: 1 }).values.ad).toBe('x y')
})

test('values without control characters stay the same objects', () => {
  const values = { ad: 'Ali\nVeli', rows: [{ ad: 'Yağ', adet: 1 }], gun: null }
  expect(cleanValues(values)).toBe(values)
  const dirty = { ...values, ad: '\u0007' }
  expect(cleanValues(dirty).rows).toBe(values.rows)
  expect(cleanValues(['a\ud800', 1])).toEqual(['a ', 1])
})
