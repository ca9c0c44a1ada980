// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { QueuedNotice } from '#client/forms/draft-notices.tsx'
import { type FormState, startState } from '#client/forms/form-state.ts'
import { createStore } from '#client/lib/store.ts'

import { render } from '#tests/client/render.ts'

type Values = { ad: string }

/** Returns the text of the notice in a form whose values were, or were not, submitted without a connection. */
function noticeOf({ isQueued }: { isQueued: boolean }): string | null {
  const state = startState<Values>({ values: { ad: '' }, version: null })
  const refusal: FormState<Values>['refusal'] = isQueued
    ? { message: '', nextStep: '', sent: state.values, isQueued }
    : null
  const store = createStore({ ...state, refusal })
  const form = { store, rules: { ad: { label: 'Ad' } }, validate: () => [], isLive: false }
  return render(<QueuedNotice form={form} />).container.textContent
}

test('a queued change names the lost server before its place on the device (specification §8)', () => {
  expect(noticeOf({ isQueued: true })).toBe(
    'Sunucuya bağlanırken bir hata oluştu. Bu cihazda saklandı. Bağlantı gelince gönderilecek, ekrandan ayrılabilirsiniz.',
  )
  expect(noticeOf({ isQueued: false })).toBe('')
})
