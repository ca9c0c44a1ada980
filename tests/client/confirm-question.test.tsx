// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import ConfirmQuestion from '#client/components/confirm-question.tsx'

import { act, fireEvent, render, screen, within } from './render.ts'

function DeleteButton({ onConfirm, isPending = false }: { onConfirm: () => void; isPending?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Kaydı sil
      </button>
      <ConfirmQuestion
        open={open}
        onOpenChange={setOpen}
        question="Silmek istediğine emin misin?"
        isPending={isPending}
        onConfirm={onConfirm}
      >
        34 ABC 123
      </ConfirmQuestion>
    </>
  )
}

function ask() {
  fireEvent.click(screen.getByRole('button', { name: 'Kaydı sil' }))
  return screen.getByRole('alertdialog')
}

test('the dialog names what it asks about and focuses the harmless button', () => {
  render(<DeleteButton onConfirm={() => {}} />)
  const dialog = ask()
  expect(dialog.getAttribute('aria-labelledby')).not.toBeNull()
  expect(screen.getByRole('alertdialog', { name: 'Silmek istediğine emin misin?' })).toBe(dialog)
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('34 ABC 123')
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Vazgeç' }))
})

test("'Vazgeç' and Escape close the dialog without an action", () => {
  const onConfirm = vi.fn<() => void>()
  render(<DeleteButton onConfirm={onConfirm} />)
  fireEvent.click(within(ask()).getByRole('button', { name: 'Vazgeç' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  fireEvent.keyDown(ask(), { key: 'Escape' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onConfirm).not.toHaveBeenCalled()
})

test("'Sil' confirms once and leaves closing to the caller", () => {
  const onConfirm = vi.fn<() => void>()
  render(<DeleteButton onConfirm={onConfirm} />)
  fireEvent.click(within(ask()).getByRole('button', { name: 'Sil' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(screen.getByRole('alertdialog')).toBeDefined()
})

test('a second press before the next render does nothing', () => {
  const onConfirm = vi.fn<() => void>()
  render(<DeleteButton onConfirm={onConfirm} />)
  const confirm = within(ask()).getByRole('button', { name: 'Sil' })
  act(() => {
    confirm.click()
    confirm.click()
  })
  fireEvent.click(confirm)
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('the dialog can confirm again after it was reopened or the action failed', () => {
  const onConfirm = vi.fn<() => void>()
  const { rerender } = render(<DeleteButton onConfirm={onConfirm} />)
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Sil' }))
  const shown = ask()
  confirm()
  rerender(<DeleteButton onConfirm={onConfirm} isPending />)
  rerender(<DeleteButton onConfirm={onConfirm} />)
  confirm()
  expect(onConfirm).toHaveBeenCalledTimes(2)
  fireEvent.click(within(shown).getByRole('button', { name: 'Vazgeç' }))
  ask()
  confirm()
  expect(onConfirm).toHaveBeenCalledTimes(3)
})

test('while the deletion runs, a second press does nothing', () => {
  const onConfirm = vi.fn<() => void>()
  render(<DeleteButton onConfirm={onConfirm} isPending />)
  const confirm = within(ask()).getByRole('button', { name: 'Sil' })
  expect(confirm.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(confirm)
  expect(onConfirm).not.toHaveBeenCalled()
})
