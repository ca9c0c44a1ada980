// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { queryClient } from '#client/lib/api.ts'
import { presentPreferences, useSavePreferences } from '#client/lib/preferences.ts'
import { beginSession, forgetSession } from '#client/lib/session.ts'
import type { Preferences } from '#shared/settings/preferences.ts'

import { act, renderHook } from './render.ts'
import { sessionUserOf } from './session-user.ts'

/** The calls without a response. */
let calls: { change: Partial<Preferences>; answer: (response: Response) => Promise<void> }[] = []

beforeEach(() => {
  calls = []
  beginSession(sessionUserOf())
  vi.stubGlobal('fetch', (_url: unknown, init: RequestInit) => {
    const sent = JSON.parse(init.body as string) as Record<string, { json: Partial<Preferences> }>
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answer = (response: Response) => act(async () => resolve(response))
    calls.push({ change: sent['0']?.json ?? {}, answer })
    return promise
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  forgetSession()
})

const stored = (preferences: Partial<Preferences>) =>
  Response.json([
    { result: { data: { json: { listPreset: 'tam', hiddenColumns: [], views: [], ...preferences } } } },
  ])
const refused = () =>
  Response.json(
    [{ error: { json: { message: 'Olmadı.', code: -32_603, data: { code: 'CONFLICT', httpStatus: 409 } } } }],
    { status: 409 },
  )

/** Responds to the call of this number once it exists. */
async function answer(index: number, response: Response): Promise<void> {
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(index))
  await calls[index]?.answer(response)
}

function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useSavePreferences(), { wrapper })
  const change = async (preferences: Partial<Preferences>) => {
    let outcome = Promise.resolve(false)
    await act(async () => {
      outcome = result.current(preferences)
    })
    return { outcome }
  }
  return change
}

test('quick changes are stored one after the other, and an earlier answer does not undo a later change', async () => {
  const change = open()
  await change({ hiddenColumns: ['arac'] })
  await change({ hiddenColumns: ['arac', 'sasi_no'] })
  await vi.waitFor(() => expect(calls.map((call) => call.change)).toEqual([{ hiddenColumns: ['arac'] }]))
  await answer(0, stored({ hiddenColumns: ['arac'] }))
  expect(presentPreferences().hiddenColumns).toEqual(['arac', 'sasi_no'])
  await answer(1, stored({ hiddenColumns: ['arac', 'sasi_no'] }))
  expect(presentPreferences().hiddenColumns).toEqual(['arac', 'sasi_no'])
})

test('a change that is not stored is taken back alone', async () => {
  const change = open()
  const { outcome } = await change({ listPreset: 'gundelik' })
  await change({ hiddenColumns: ['arac'] })
  await answer(0, refused())
  expect(await outcome).toBe(false)
  expect(presentPreferences()).toMatchObject({ listPreset: 'tam', hiddenColumns: ['arac'] })
  await answer(1, stored({ hiddenColumns: ['arac'] }))
  expect(presentPreferences()).toMatchObject({ listPreset: 'tam', hiddenColumns: ['arac'] })
})
