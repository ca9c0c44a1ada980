// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toaster } from '#client/components/toaster.tsx'
import { toast } from '#client/lib/toast.ts'

import { act, fireEvent, render, screen } from './render.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

async function sayUndo() {
  const undo = vi.fn<() => void>()
  render(<Toaster />)
  act(() => toast.undo('Kayıt silindi.', undo))
  return { undo, button: await screen.findByRole('button', { name: 'Geri al' }) }
}

/** Advances the time in steps, because React renders and sets further timers only between two steps. */
async function pass(ms: number) {
  for (let gone = 0; gone < ms; gone += 250) await act(() => vi.advanceTimersByTimeAsync(250))
}

test('the live region exists only from the first message on and announces it', async () => {
  render(<Toaster />)
  expect(document.querySelector('section')).toBeNull()
  act(() => toast.success('Kayıt başarıyla eklendi.'))
  expect(await screen.findByText('Kayıt başarıyla eklendi.')).toBeDefined()
  expect(document.querySelector('section')?.getAttribute('aria-live')).toBe('polite')
})

test("'Geri al' disappears after ten seconds", async () => {
  const { undo } = await sayUndo()
  await pass(9_000)
  expect(screen.getByRole('button', { name: 'Geri al' })).toBeDefined()
  await pass(2_500)
  expect(screen.queryByRole('button', { name: 'Geri al' })).toBeNull()
  expect(undo).not.toHaveBeenCalled()
})

test("the timer stands while 'Geri al' has the focus", async () => {
  const { button } = await sayUndo()
  act(() => button.focus())
  await pass(30_000)
  expect(screen.getByRole('button', { name: 'Geri al' })).toBe(button)
  act(() => button.blur())
  await pass(11_500)
  expect(screen.queryByRole('button', { name: 'Geri al' })).toBeNull()
})

test("'Geri al' runs once and closes the message", async () => {
  const { undo, button } = await sayUndo()
  fireEvent.click(button)
  await pass(1_500)
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Geri al' })).toBeNull()
})

test('a success message can have a link, opened in a new tab, for ten seconds', async () => {
  render(<Toaster />)
  act(() => toast.success('Kayıt başarıyla eklendi.', { label: 'KDV’li PDF', href: '/belge?id=1' }))
  const link = await screen.findByRole('link', { name: 'KDV’li PDF' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/belge?id=1', '_blank'])
  await pass(9_000)
  expect(screen.getByRole('link')).toBe(link)
  fireEvent.click(link)
  await pass(1_500)
  expect(screen.queryByRole('link')).toBeNull()
})
