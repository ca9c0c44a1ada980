// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'

import { act, fireEvent, render, screen } from './render.ts'

interface QuestionProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

function Question({ open, onOpenChange }: QuestionProps) {
  return (
    <section aria-label="Soru" data-open={open}>
      <button type="button" onClick={() => onOpenChange(false)}>
        Kapat
      </button>
    </section>
  )
}

/** Opens a screen with a lazy dialog, whose file arrives or fails when the test says so. */
function open() {
  const asked: PromiseWithResolvers<{ default: typeof Question }>[] = []
  const load = vi.fn<() => Promise<{ default: typeof Question }>>(() => {
    const next = Promise.withResolvers<{ default: typeof Question }>()
    asked.push(next)
    return next.promise
  })
  const Lazy = lazyDialog(load)
  function Screen() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <main>
        <p>Metin</p>
        <button type="button" onClick={() => setIsOpen(true)}>
          Sil
        </button>
        <Lazy open={isOpen} onOpenChange={setIsOpen} />
      </main>
    )
  }
  render(<Screen />)
  const opener = screen.getByRole('button', { name: 'Sil' })
  opener.focus()
  return {
    load,
    opener,
    press: () => fireEvent.click(opener),
    arrive: () => act(async () => asked.at(-1)?.resolve({ default: Question })),
    fail: () => act(async () => asked.at(-1)?.reject(new TypeError('Failed to fetch'))),
  }
}

test('the file is asked for when the focus reaches a control, and not again by the press', () => {
  const { load, opener, press } = open()
  expect(load).toHaveBeenCalledOnce()
  fireEvent.pointerOver(opener)
  press()
  expect(load).toHaveBeenCalledOnce()
})

test('the pointer over a text loads nothing', () => {
  const load = vi.fn<() => Promise<{ default: typeof Question }>>()
  const Lazy = lazyDialog(load)
  render(
    <>
      <p>Metin</p>
      <Lazy open={false} onOpenChange={() => {}} />
    </>,
  )
  fireEvent.pointerOver(screen.getByText('Metin'))
  expect(load).not.toHaveBeenCalled()
})

test('a dialog asked for before its file is there opens when it arrives, and stays to fade out', async () => {
  const { press, arrive } = open()
  press()
  expect(screen.queryByRole('region')).toBeNull()
  await arrive()
  const dialog = screen.getByRole('region')
  expect(dialog.dataset['open']).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Kapat' }))
  expect(screen.getByRole('region').dataset['open']).toBe('false')
})

test('a file that does not arrive is reported where the dialog was asked for, and the focus returns', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { opener, press, fail } = open()
  press()
  await fail()
  expect(screen.getByRole('alert').textContent).toContain('Bu bölüm yüklenemedi.')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sayfayı yenile' }))
  fireEvent.click(screen.getByRole('button', { name: 'Vazgeç' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(opener)
  press()
  expect(screen.getByRole('alert')).toBeDefined()
})

test('a failed attempt in advance is not reported', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { opener, fail } = open()
  fireEvent.pointerOver(opener)
  await fail()
  expect(screen.queryByRole('alert')).toBeNull()
})
