// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'

import {
  type KayitDraft,
  draftPrefix,
  newestDraft,
  readText,
  writeText,
} from '#client/features/kayit/form/draft.ts'
import { baseOf, newBase } from '#client/features/kayit/form/values.ts'
import { dropAllDrafts, draftNames, writeDraft } from '#client/lib/drafts.ts'

import { detailOf } from './detail.ts'

const base = baseOf(detailOf())
const draft: KayitDraft = {
  key: 'form-1',
  savedAt: 1_000,
  base,
  values: { info: { ...base.values.info, aciklama: 'yarım kal' }, rows: base.values.rows.slice(1) },
  line: { islem_adi: 'Akü', islem_adet: 2, fiyat: { digits: 10_005n, scale: 2 } },
}
const keep = (prefix: string, change: Partial<KayitDraft>) => {
  const kept = { ...draft, ...change }
  writeDraft(prefix + kept.key, writeText(kept))
}

beforeEach(() => localStorage.clear())

describe('a draft', () => {
  test('comes back as it was, down to the line that was being typed', () => {
    expect(readText(writeText(draft))).toEqual(draft)
    const empty = {
      ...draft,
      base: newBase('2026-11-21'),
      line: { islem_adi: '', islem_adet: 1, fiyat: null },
    }
    expect(readText(writeText(empty))).toEqual(empty)
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['something else', '{"a":1}'],
    ['another format', writeText(draft).replace('"format":1', '"format":99')],
    ['a field that is missing', writeText(draft).replaceAll('"plaka":', '"plate":')],
    ['an item without a price', writeText(draft).replaceAll('"fiyat_kurus":', '"fiyat":')],
  ])('that is %s is none', (_what, text) => {
    expect(readText(text)).toBeUndefined()
  })
})

describe('the draft that is offered', () => {
  const [mine, mineNew] = [draftPrefix(1, 5), draftPrefix(1, 0)]

  test('is the newest of this user and this record', () => {
    keep(mine, { key: 'form-1', savedAt: 1_000 })
    keep(mine, { key: 'form-2', savedAt: 3_000 })
    keep(mineNew, { key: 'form-3', savedAt: 9_000 })
    keep(draftPrefix(2, 5), { key: 'form-4', savedAt: 9_000 })
    keep(draftPrefix(1, 55), { key: 'form-5', savedAt: 9_000 })
    expect(newestDraft(mine, 'form-9')?.key).toBe('form-2')
    expect(newestDraft(mineNew, 'form-9')?.key).toBe('form-3')
  })

  test("is never the form's own", () => {
    keep(mine, { key: 'form-1' })
    expect(newestDraft(mine, 'form-1')).toBeUndefined()
  })

  test('is not one that cannot be read', () => {
    writeDraft(`${mine}form-7`, '{"format":1}')
    expect(newestDraft(mine, 'form-9')).toBeUndefined()
  })
})

test('a logout wipes all drafts and leaves what is not one', () => {
  localStorage.setItem('baska', 'kalsın')
  keep(draftPrefix(1, 0), {})
  keep(draftPrefix(1, 5), {})
  expect(draftNames('kayit:1:')).toHaveLength(2)
  dropAllDrafts()
  expect(draftNames()).toEqual([])
  expect(localStorage.getItem('baska')).toBe('kalsın')
})
