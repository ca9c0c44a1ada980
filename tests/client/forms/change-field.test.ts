import { expect, test } from 'vitest'

import { draftOf, startState } from '#client/forms/form-state.ts'
import { changeField } from '#client/forms/use-field.ts'
import { createStore } from '#client/lib/store.ts'

test('an equal value changes nothing, so that a queued change is not sent again', () => {
  const store = createStore(startState({ values: { ad: 'Usta', not: '' }, version: 1 }))
  const before = store.get()
  changeField(store, 'ad', () => 'Usta')
  expect(store.get()).toBe(before)
  changeField(store, 'ad', (ad) => `${ad} Oto`)
  expect(store.get().values).toEqual({ ad: 'Usta Oto', not: '' })
})

test('an unchanged form that waits for the connection is stored on the device', () => {
  const state = startState({ values: { ad: 'Usta' }, version: null })
  const rules = { ad: { label: 'Ad' } }
  expect(draftOf(rules, state)).toBeNull()
  const refusal = { message: '', nextStep: '', sent: state.values, isQueued: true } as const
  expect(draftOf(rules, { ...state, refusal })).toMatchObject({ isQueued: true, values: { ad: 'Usta' } })
})
