import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { use } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { type DataColumn, dataColumnHelper } from '#client/components/data-table/columns.ts'
import { DEBT_AGES, DebtBar } from '#client/components/debt-ages.tsx'
import { ROW_OPENER } from '#client/components/open-row.ts'
import { cn } from '#client/lib/cn.ts'
import { buttonVariants } from '#client/ui/button.tsx'
import { joinIsolated } from '#shared/bidi.ts'
import type { Debtor } from '#shared/balance/schema.ts'
import { EMPTY_DASH, formatDay } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'
import { formatPhone } from '#shared/phone.ts'
import { lowerTr } from '#shared/turkish.ts'

import { reminderAddress, RemindersContext } from './reminder.ts'
import { COLUMN_LABELS } from './debts-search.ts'

/** A debtor with the id that a list needs. */
export type DebtRow = Debtor & { id: number }

const column = dataColumnHelper<DebtRow>()

const WIDTHS = {
  name: { least: [11, 13, 16, 18], share: 24 },
  age: { least: [6, 7, 7.5, 8.5] },
  total: { least: [6.5, 7.5, 8.5, 9.5] },
  last: { least: [8, 8.5, 9, 10] },
  write: { least: [4.5, 4.5, 5, 5] },
} satisfies DataColumn<DebtRow>['meta'] extends { width: infer Width } ? Record<string, Width> : never

/** Columns of the debtors: the name with its cars, the debt by age and in all, the last payment, and a message. */
export const DEBT_COLUMNS: DataColumn<DebtRow>[] = [
  column.accessor('name', {
    header: COLUMN_LABELS.name,
    meta: { card: 'plate', width: WIDTHS.name },
    cell: ({ row }) => (
      <>
        <Link
          {...ROW_OPENER}
          to="/customer/$id"
          params={{ id: String(row.customer_id) }}
          className="inline-flex min-h-11 items-center rounded-sm font-semibold wrap-anywhere max-md:-my-2.25 max-md:after:absolute max-md:after:inset-0 md:min-h-6"
        >
          {row.name}
        </Link>
        <span data-second className="block text-xs text-muted-foreground max-md:hidden">
          {joinIsolated(' · ', [row.plates.join(', '), formatPhone(row.phone)])}
        </span>
      </>
    ),
  }),
  ...DEBT_AGES.map(({ label }, age) =>
    column.display({
      id: `age-${age}`,
      header: label,
      meta: { align: 'right', card: 'hidden', from: 'lg', width: WIDTHS.age },
      cell: ({ row }) =>
        (row.ages[age] ?? 0) > 0 && (
          <Amount kurus={row.ages[age] ?? 0} className={cn(age > 1 && 'font-semibold text-warning-ink')} />
        ),
    }),
  ),
  column.accessor('total_kurus', {
    id: 'total',
    header: COLUMN_LABELS.total,
    meta: { align: 'right', card: 'amount', width: WIDTHS.total },
    cell: ({ value }) => <Amount kurus={value} className="font-semibold" />,
  }),
  column.display({
    id: 'last',
    header: 'Son tahsilat',
    meta: { card: 'who', width: WIDTHS.last },
    cell: ({ row: { last_payment, ages } }) => (
      <>
        <DebtBar ages={ages} className="mb-1 w-28 lg:hidden" />
        {last_payment === null ? (
          <span className="text-muted-foreground">
            <span className="max-md:hidden">{EMPTY_DASH}</span>
            <span className="text-sm md:hidden">tahsilat yok</span>
          </span>
        ) : (
          <>
            <span className="max-md:text-sm max-md:text-muted-foreground">
              <span className="md:hidden">son </span>
              {formatDay(last_payment.day)}
            </span>
            <span data-second className="block text-xs text-muted-foreground max-md:hidden">
              {`${formatTL(last_payment.amount_kurus)} ${lowerTr(METHOD_WORDS[last_payment.method])}`}
            </span>
          </>
        )}
      </>
    ),
  }),
  column.display({
    id: 'write',
    header: 'Hatırlatma',
    meta: {
      card: 'state',
      align: 'right',
      width: WIDTHS.write,
      head: () => <span className="sr-only">Hatırlatma</span>,
    },
    cell: ({ row }) => <Write debtor={row} />,
  }),
]

/** Opens WhatsApp with the shop's reminder; nothing is sent before the user presses there. */
function Write({ debtor }: { debtor: Debtor }) {
  const address = reminderAddress(debtor, use(RemindersContext))
  if (address === null) return null
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={`${debtor.name}: WhatsApp’tan yaz`}
      data-print="hide"
      className={cn(buttonVariants({ variant: 'ghost', size: 'sm' }), 'relative text-primary')}
    >
      <MessageCircle aria-hidden className="size-4" />
      Yaz
    </a>
  )
}
