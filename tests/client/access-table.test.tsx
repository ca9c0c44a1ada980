// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { AccessTable } from '#client/features/settings/access-table.tsx'

import { render, screen } from './render.ts'

test('the table of rights shows what a mechanic, the desk and the owner can do', () => {
  render(<AccessTable />)
  const rows = screen
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('th, td')].map(
        (cell) =>
          [...cell.querySelectorAll('span:not([aria-hidden])')].map((part) => part.textContent).join('') ||
          cell.textContent,
      ),
    )
  expect(rows).toEqual([
    ['Yetki', 'Usta', 'Büro', 'Sahip'],
    ['Kayıt açar, işlem ekler', 'evet', 'evet', 'evet'],
    ['Fiyatları görür, belge verir', 'hayır', 'evet', 'evet'],
    ['Tahsilat alır', 'hayır', 'evet', 'evet'],
    ['Siler, silineni geri getirir', 'hayır', 'evet', 'evet'],
    ['Listeleri indirir', 'hayır', 'evet', 'evet'],
    ['Giderleri ve istatistikleri görür', 'hayır', 'izinle', 'evet'],
    ['Ayarları ve çalışanları değiştirir', 'hayır', 'hayır', 'evet'],
  ])
})
