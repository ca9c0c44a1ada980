import { Link } from '@tanstack/react-router'
import { Ban, CornerDownRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { MoreLine, MoreMenu } from '#client/components/directory/more-menu.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { cn } from '#client/lib/cn.ts'
import { Select } from '#client/ui/select.tsx'
import { isolated } from '#shared/bidi.ts'
import type { StatementLine } from '#shared/balance/schema.ts'
import { type Day, formatDay, yearOptions } from '#shared/date.ts'
import { METHOD_WORDS } from '#shared/payment/words.ts'

import type { Account, EntryLine } from './use-account.ts'

/** Columns of a wide screen; a phone has two lines in each row. */
const ROW =
  'grid min-h-11 items-center gap-x-3 border-t border-border px-4 max-md:grid-cols-[minmax(0,1fr)_auto_2.75rem] max-md:py-2 md:grid-cols-[6.5rem_minmax(0,1fr)_7.5rem_7.5rem_8rem_2.75rem]'
const FIGURE = 'text-right'

interface StatementProps {
  account: Account
  today: Day
  /** The switch to the visits. */
  children: ReactNode
}

/** The lines of an account in their order, each with the balance after it. */
export function Statement({ account, today, children }: StatementProps) {
  const id = useId()
  const { data, year, setYear } = account
  const { lines, start, carried_kurus } = data
  const debit = lines.reduce((sum, line) => sum + line.debit_kurus, 0)
  const credit = lines.reduce((sum, line) => sum + line.credit_kurus, 0)
  const years = yearOptions(today).filter((one) => start !== null && one >= Number(start.slice(0, 4)))
  return (
    <>
      <div className="flex items-center p-4 pb-3" data-print="hide">
        {children}
        <label htmlFor={id} className="mr-2 ml-auto text-sm text-muted-foreground max-md:sr-only">
          Yıl
        </label>
        <Select
          id={id}
          className="w-28"
          value={year ?? ''}
          onChange={({ target: { value } }) => setYear(value === '' ? null : Number(value))}
        >
          <option value="">Tümü</option>
          {years.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      </div>
      {lines.length === 0 && carried_kurus === 0 ? (
        <EmptyState title="Hesapta hareket yok." hint="Biten işler ve alınan tahsilatlar burada görünür." />
      ) : (
        <table className="block w-full">
          <caption className="sr-only">Hesap hareketleri</caption>
          <thead className="block max-md:sr-only">
            <tr className={cn(ROW, 'min-h-9 bg-sunken text-sm font-medium text-muted-foreground')}>
              <th scope="col" className="text-left">
                Gün
              </th>
              <th scope="col" className="text-left">
                Açıklama
              </th>
              <th scope="col" className={FIGURE}>
                Borç
              </th>
              <th scope="col" className={FIGURE}>
                Alacak
              </th>
              <th scope="col" className={FIGURE}>
                Bakiye
              </th>
              <th scope="col">
                <span className="sr-only">İşlemler</span>
              </th>
            </tr>
          </thead>
          <tbody className="block">
            {year !== null && <Carried kurus={carried_kurus} />}
            {lines.map((line) => (
              <Line key={keyOf(line)} line={line} account={account} />
            ))}
            <tr className={cn(ROW, 'border-input font-semibold')}>
              <th scope="row" colSpan={2} className="text-left md:col-span-2">
                {year === null ? 'Toplam' : `${year} toplamı`}
              </th>
              <td className={cn(FIGURE, 'max-md:hidden')}>
                <Amount kurus={debit} />
              </td>
              <td className={cn(FIGURE, 'max-md:hidden')}>
                <Amount kurus={credit} />
              </td>
              <td className={FIGURE}>
                <Amount kurus={carried_kurus + debit - credit} />
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </>
  )
}

const keyOf = ({ kind, kayit_id, entry }: StatementLine) => `${kind}-${entry?.id ?? kayit_id ?? 0}`

function Carried({ kurus }: { kurus: number }) {
  return (
    <tr className={ROW}>
      <td colSpan={4} className="font-medium md:col-span-3 md:col-start-2">
        Devreden bakiye
      </td>
      <td className={FIGURE}>
        <Amount kurus={kurus} />
      </td>
    </tr>
  )
}

function Line({ line, account: { data, ask } }: { line: StatementLine; account: Account }) {
  const { day, debit_kurus, credit_kurus, balance_kurus, entry } = line
  const isCancelled = entry?.is_cancelled ?? false
  const struck = isCancelled && 'text-muted-foreground line-through'
  const isAssignable =
    line.kind === 'payment' &&
    entry !== null &&
    line.kayit_id === null &&
    !isCancelled &&
    data.open_records.some(({ due }) => due !== null)
  const withEntry = entry === null ? null : ({ ...line, entry } satisfies EntryLine)
  return (
    <tr className={ROW}>
      <td className="max-md:col-start-1 max-md:row-start-2 max-md:text-sm max-md:text-muted-foreground">
        {formatDay(day)}
      </td>
      <td className="min-w-0 max-md:col-start-1 max-md:row-start-1">
        <Words line={line} />
      </td>
      <td
        className={cn(FIGURE, 'max-md:col-start-2 max-md:row-start-1', debit_kurus === 0 && 'max-md:hidden')}
      >
        {debit_kurus > 0 && <Amount kurus={debit_kurus} className={cn('max-md:font-semibold', struck)} />}
      </td>
      <td
        className={cn(FIGURE, 'max-md:col-start-2 max-md:row-start-1', credit_kurus === 0 && 'max-md:hidden')}
      >
        {credit_kurus > 0 && (
          <>
            <span className={cn('md:hidden', struck)}>
              <Amount kurus={0 - credit_kurus} className="font-semibold" />
            </span>
            <Amount kurus={credit_kurus} className={cn('max-md:hidden', struck)} />
          </>
        )}
      </td>
      <td
        className={cn(
          FIGURE,
          'max-md:col-start-2 max-md:row-start-2 max-md:text-sm max-md:text-muted-foreground',
        )}
      >
        <Amount kurus={balance_kurus} className="md:font-semibold" />
      </td>
      <td className="max-md:col-start-3 max-md:row-span-2 max-md:row-start-1" data-print="hide">
        {withEntry !== null && (withEntry.entry.can_reverse || isAssignable) && (
          <MoreMenu
            label={`Diğer işlemler: ${formatDay(day)} ${METHOD_WORDS[withEntry.entry.method]}`}
            variant="ghost"
          >
            {({ leave }) => (
              <>
                {isAssignable && (
                  <MoreLine Icon={CornerDownRight} leave={leave} onClick={() => ask({ assign: withEntry })}>
                    Bir kayda say
                  </MoreLine>
                )}
                {withEntry.entry.can_reverse && (
                  <MoreLine Icon={Ban} leave={leave} onClick={() => ask({ cancel: withEntry })}>
                    İptal et
                  </MoreLine>
                )}
              </>
            )}
          </MoreMenu>
        )}
      </td>
    </tr>
  )
}

function Words({ line: { kind, kayit_id, plate, work, entry } }: { line: StatementLine }) {
  if (kind === 'opening') return <span className="font-medium">Devreden bakiye</span>
  if (kind === 'record' || entry === null)
    return (
      <Link
        to="/book/$id"
        params={{ id: String(kayit_id) }}
        className="inline-flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 font-medium hover:underline md:min-h-9"
      >
        <span className="wrap-anywhere">{work === '' ? 'Kayıt' : work}</span>
        <span className="text-sm font-normal text-muted-foreground">{plate}</span>
      </Link>
    )
  const remarks = [entry.is_cancelled ? 'iptal edildi' : '', isolated(entry.note)].filter(
    (text) => text !== '',
  )
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className={cn('font-medium', entry.is_cancelled && 'text-muted-foreground')}>
        {`${kind === 'refund' ? 'İade, ' : ''}${METHOD_WORDS[entry.method]}`}
      </span>
      <span className="text-sm wrap-anywhere text-muted-foreground">{remarks.join(': ')}</span>
    </span>
  )
}
