// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { useStatus } from '#client/features/kayit/form/use-status.ts'
import { KAYIT_RULES, type KayitValues, newKayit } from '#client/features/kayit/form/values.ts'
import { startState } from '#client/forms/form-state.ts'
import { changeField } from '#client/forms/use-field.ts'
import { createStore } from '#client/lib/store.ts'
import { todayInIstanbul } from '#shared/date.ts'

import { act, renderHook } from '#tests/client/render.ts'

const TODAY = todayInIstanbul(new Date())
const EARLIER = '2026-01-03'

/** Opens the status of a record with this exit date. */
function open(cikis_tarihi = '') {
  const { values } = newKayit(TODAY)
  const store = createStore(startState<KayitValues>({ values: { ...values, cikis_tarihi }, version: 1 }))
  const form = { store, rules: KAYIT_RULES, validate: () => [], isLive: false }
  const { result } = renderHook(() => useStatus(form))
  return {
    cancel: () => act(() => result.current.cancel()),
    change: (durum: string) => act(() => result.current.change(durum)),
    typeDay: (day: string) =>
      act(() => {
        changeField(store, 'cikis_tarihi', () => day)
        result.current.keepTypedDay()
      }),
    now: () => [store.get().values.durum, store.get().values.cikis_tarihi],
  }
}

test('cancelling a record fills in today as its exit date, which work that goes on loses', () => {
  const { cancel, change, now } = open()
  cancel()
  expect(now()).toEqual(['İptal', TODAY])
  change('Devam Ediyor')
  expect(now()).toEqual(['Devam Ediyor', ''])
})

test('cancelling a completed record keeps its exit date', () => {
  const { cancel, change, now } = open()
  change('Tamamlandı')
  cancel()
  expect(now()).toEqual(['İptal', TODAY])
  change('Beklemede')
  expect(now()).toEqual(['Beklemede', ''])
})

test('cancelling keeps a typed or stored exit date, and the user may change a filled one', () => {
  const stored = open(EARLIER)
  stored.cancel()
  expect(stored.now()).toEqual(['İptal', EARLIER])
  const typed = open()
  typed.cancel()
  typed.typeDay(EARLIER)
  typed.change('Devam Ediyor')
  expect(typed.now()).toEqual(['Devam Ediyor', EARLIER])
})

test('a status that is chosen in a field fills in an exit date only if it is completed', () => {
  const { change, now } = open()
  change('İptal')
  expect(now()).toEqual(['İptal', ''])
  change('Tamamlandı')
  expect(now()).toEqual(['Tamamlandı', TODAY])
})
