import { expect, test } from 'vitest'

import { contestedFields, isDraftDirty, rebaseDraft, startDraft } from '#client/lib/versioned-draft.ts'

const base = { ad: 'Usta', tel: '0312', adres: '' }

test('a draft is dirty while it differs from what it began with', () => {
  const draft = startDraft(base, 3)
  expect(isDraftDirty(draft)).toBe(false)
  expect(isDraftDirty({ ...draft, values: { ...base, adres: 'Ostim' } })).toBe(true)
  expect(isDraftDirty({ ...draft, values: { ...base } })).toBe(false)
})

test('what was typed goes onto the newer thing, and what was not touched is theirs', () => {
  const mine = { ...startDraft(base, 3), values: { ...base, ad: 'Benim', adres: 'Ostim' } }
  const theirs = startDraft({ ad: 'Onların', tel: '0555', adres: '' }, 4)
  expect(rebaseDraft(mine, theirs)).toEqual({
    values: { ad: 'Benim', tel: '0555', adres: 'Ostim' },
    base: theirs.base,
    version: 4,
  })
})

test('only a field that both have changed, and differently, is contested', () => {
  const mine = { ...startDraft(base, 3), values: { ad: 'Benim', tel: '0555', adres: 'Ostim' } }
  expect(contestedFields(mine, startDraft({ ad: 'Onların', tel: '0555', adres: '' }, 4))).toEqual(['ad'])
})

test('what means the same is not touched', () => {
  const isSame = (_name: string, a: string, b: string) => a.trim() === b.trim()
  const mine = { ...startDraft(base, 3), values: { ...base, ad: ' Usta ', tel: '0555' } }
  expect(isDraftDirty({ ...mine, values: { ...base, ad: ' Usta ' } }, isSame)).toBe(false)
  expect(rebaseDraft(mine, startDraft({ ...base, ad: 'Onların' }, 4), isSame).values).toEqual({
    ad: 'Onların',
    tel: '0555',
    adres: '',
  })
})
