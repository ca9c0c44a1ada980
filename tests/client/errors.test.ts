// @vitest-environment jsdom
import { TRPCClientError } from '@trpc/client'
import { afterEach, expect, test, vi } from 'vitest'

import { queryClient } from '#client/lib/api.ts'
import { errorMessage, isNetworkError, nextStep, type ErrorData } from '#client/lib/error-message.ts'
import { forgetSession, beginSession, onSessionEnd, watchSession } from '#client/lib/session.ts'
import { sessionUserOf } from '#tests/client/session-user.ts'

const refusal = (message: string, data: ErrorData) =>
  TRPCClientError.from({ error: { message, code: -32_000, data } } as never)
const lost = new TRPCClientError('Failed to fetch')

test.each([
  [
    'a refusal shows the message of the server',
    refusal('Kayıt bulunamadı.', { code: 'NOT_FOUND' }),
    'Kayıt bulunamadı.',
  ],
  [
    'a fault of the server shows the message of the screen',
    refusal('Beklenmeyen', { code: 'INTERNAL_SERVER_ERROR' }),
    'Yedek.',
  ],
  ['a missing response shows the message of a lost network', lost, 'Sunucuya bağlanırken bir hata oluştu.'],
  ['an error of the page shows the message of the screen', new TypeError('x is undefined'), 'Yedek.'],
  ['any other thrown value shows the message of the screen', 'boom', 'Yedek.'],
])('%s', (_, error, expected) => {
  expect(errorMessage(error, 'Yedek.')).toBe(expected)
})

test.each([
  ['a lost connection', lost, 'Bağlantınızı denetleyip tekrar deneyin.'],
  [
    'a fault of the server',
    refusal('Beklenmeyen', { code: 'INTERNAL_SERVER_ERROR' }),
    'Biraz sonra tekrar deneyin; sürerse destek ekibine yazın.',
  ],
  [
    'an error of the page',
    new TypeError('x is undefined'),
    'Biraz sonra tekrar deneyin; sürerse destek ekibine yazın.',
  ],
  [
    'something that is gone',
    refusal('Kayıt bulunamadı.', { code: 'NOT_FOUND' }),
    'Bu arada silinmiş olabilir; sayfayı yenileyip bakın.',
  ],
  [
    'a wrong password',
    refusal('Kullanıcı adı veya parola hatalı.', { code: 'BAD_REQUEST' }),
    'Parolanızı unuttuysanız hesabınızı açan yöneticiden yenisini isteyin.',
  ],
  ['a message that says what to do', refusal('Adet en fazla 100.000 olabilir.', { code: 'BAD_REQUEST' }), ''],
  ['throttling', refusal('Lütfen biraz sonra tekrar deneyin.', { code: 'TOO_MANY_REQUESTS' }), ''],
])('the next step after %s', (_, error, expected) => {
  expect(nextStep(error)).toBe(expected)
})

test('only a missing response is a network error', () => {
  expect(isNetworkError(lost)).toBe(true)
  expect(isNetworkError(refusal('', { code: 'CONFLICT' }))).toBe(false)
  expect(isNetworkError(new Error('x'))).toBe(false)
})

const AYSE = sessionUserOf({ id: 7, username: 'ayse', company_name: 'Demir Oto' })

/** Returns the error of a read when the server no longer knows the session. */
const readRefused = (path: string) =>
  queryClient
    .fetchQuery({
      queryKey: [path],
      queryFn: () => Promise.reject(refusal('Oturum', { code: 'UNAUTHORIZED', httpStatus: 401, path })),
    })
    .catch(() => {})

const stops: (() => void)[] = []
afterEach(() => {
  while (stops.length > 0) stops.pop()?.()
  queryClient.clear()
})

function watched() {
  const leave = vi.fn<() => void>()
  stops.push(watchSession(leave))
  beginSession(AYSE)
  queryClient.setQueryData(['loaded'], 'of Ayşe')
  return leave
}

test('a read refused for lack of a session ends the session, clears the cache and leads to the login', async () => {
  const leave = watched()
  await readRefused('kayit.list')
  expect(leave).toHaveBeenCalledOnce()
  expect(queryClient.getQueryData(['loaded'])).toBeUndefined()
})

test('the newest screen with typed text handles the end of the session instead, until it unregisters', async () => {
  const leave = watched()
  const [older, newer] = [vi.fn<() => void>(), vi.fn<() => void>()]
  stops.push(onSessionEnd(older))
  const letGo = onSessionEnd(newer)
  await readRefused('kayit.save')
  expect(newer).toHaveBeenCalledOnce()
  letGo()
  await readRefused('kayit.save')
  expect(older).toHaveBeenCalledOnce()
  expect(leave).not.toHaveBeenCalled()
  expect(queryClient.getQueryData(['loaded'])).toBe('of Ayşe')
})

test('a refused login does not end the session', async () => {
  const leave = watched()
  await readRefused('auth.login')
  expect(leave).not.toHaveBeenCalled()
})

test('the cache stays when the same user logs in again, and is cleared for another user', () => {
  watched()
  beginSession(AYSE)
  expect(queryClient.getQueryData(['loaded'])).toBe('of Ayşe')
  beginSession({ ...AYSE, id: 8 })
  expect(queryClient.getQueryData(['loaded'])).toBeUndefined()
  forgetSession()
})
