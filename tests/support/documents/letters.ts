import { statementTable } from '#server/balance/statement.ts'
import type { Letter } from '#server/platform/documents/letter.ts'
import { historyTable } from '#server/share/history.ts'

import { buildDocument, someWork } from './service-document.ts'

const head = { company: buildDocument().company, issuedOn: '2026-11-21' }

/** Returns a customer's statement of `count` lines of ₺1.250,00, as its PDF. */
export const statementLetter = (count: number): Letter => ({
  ...head,
  ...statementTable({
    name: 'Ayşe',
    end_kurus: count * 125_000,
    rows: Array.from({ length: count }, (_, index) => ({
      day: '2026-11-10',
      words: `Motor yağı değişimi (5W-30, 4 lt) ${index + 1}`,
      plate: '34 ABC 123',
      debit_kurus: 125_000,
      credit_kurus: 0,
      balance_kurus: (index + 1) * 125_000,
      isCarried: false,
    })),
  }).letter,
})

/** Returns a car's history of `count` items in visits of five, as its PDF. */
export function historyLetter(count: number): Letter {
  const items = someWork(count).map(({ islem_adi: name, islem_adet: quantity, fiyat_kurus: unit_kurus }) => ({
    name,
    quantity,
    unit_kurus,
    amount_kurus: quantity * unit_kurus,
  }))
  const visits = Array.from({ length: Math.ceil(count / 5) }, (_, index) => ({
    day: '2026-11-10',
    km: 81_500 + index,
    total_kurus: 0,
    items: items.slice(index * 5, index * 5 + 5),
  }))
  return {
    ...head,
    ...historyTable({ plate: '34 ABC 123', make: 'Volkswagen', visits, isCut: false }).letter,
  }
}
