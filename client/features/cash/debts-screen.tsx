import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { createChangeAddress, ListTable } from '#client/components/data-table/list-table.tsx'
import { DEBT_AGES, DebtBar } from '#client/components/debt-ages.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { ExportButton } from '#client/components/export-button.tsx'
import { trpc } from '#client/lib/api.ts'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { useOutputFormat } from '#client/lib/output-format.ts'
import { createChangeSearch } from '#client/lib/search-params.ts'
import { useRight, useSessionUser } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { type DebtsPage, DEBTS_PAGE_SIZE } from '#shared/balance/schema.ts'
import { formatDay } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'

import { CashHead } from './cash-head.tsx'
import { DEBT_COLUMNS } from './debts-columns.tsx'
import { type DebtsSearch, parseDebtsSearch, toDebtsInput } from './debts-search.ts'
import { RemindersContext } from './reminder.ts'

const route = getRouteApi('/_app/cash/debts')

/** Returns the changed state; any change except that of the page leads to page 1. */
const changeSearch = createChangeSearch(parseDebtsSearch)

/** Lists the customers who owe money, by age; the bar above the list is its filter. */
export function DebtsScreen() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const input = toDebtsInput(search)
  const query = trpc.payment.debts.useQuery(input, { placeholderData: keepPreviousData })
  const { company_name } = useSessionUser()
  const change = createChangeAddress(navigate, changeSearch)
  const { data } = query
  const list = useMemo(
    () => ({
      ...query,
      data: data && { ...data, items: data.items.map((row) => ({ ...row, id: row.customer_id })) },
    }),
    [query, data],
  )
  const reminders = useMemo(
    () => ({ company: company_name, text: data?.reminder ?? '' }),
    [company_name, data?.reminder],
  )
  return (
    <>
      <CashHead to="/cash/debts">
        <DebtsExport search={search} total={data?.total} />
      </CashHead>
      {data !== undefined && data.start !== null && (
        <Summary page={data} age={search.age} onAge={(age) => change({ age })} />
      )}
      {data !== undefined && data.total > data.items.length && (
        <p className="hidden text-sm print:block">
          {`Bu kâğıtta ${formatCount(data.items.length)} müşteri var; listenin tamamı ${formatCount(data.total)} müşteri. Tamamı için “Dışa aktar” ile PDF alın.`}
        </p>
      )}
      <RemindersContext value={reminders}>
        <ListTable
          caption="Alacaklar"
          list={list}
          input={{ ...input, q: '', size: DEBTS_PAGE_SIZE }}
          columns={DEBT_COLUMNS}
          rowId={(row) => String(row.id)}
          sizes={[DEBTS_PAGE_SIZE]}
          onChange={change}
          failureMessage="Alacaklar alınamadı."
          sum={
            data !== undefined &&
            data.total > 0 && (
              <span>
                Toplam{' '}
                <Amount kurus={data.ages.reduce((sum, part) => sum + part, 0)} className="font-semibold" />
              </span>
            )
          }
        >
          <Nobody page={data} />
        </ListTable>
      </RemindersContext>
    </>
  )
}

function Nobody({ page }: { page: DebtsPage | undefined }) {
  if (page?.start === null)
    return (
      <EmptyState
        title="Hesap henüz başlamadı."
        hint="İlk tahsilatı aldığınızda ya da Ayarlar’da başlangıç gününü seçtiğinizde, o günden sonra biten işlerin borcu burada görünür."
      />
    )
  if (page !== undefined && page.all.count > 0)
    return <EmptyState title="Bu yaşta borç yok." hint="Başka bir yaş seçin." />
  return <EmptyState title="Kimsenin borcu yok." hint="Biten bir işin ödenmeyen tutarı burada görünür." />
}

interface SummaryProps {
  page: DebtsPage
  age: DebtsSearch['age']
  onAge: (age: DebtsSearch['age'] | undefined) => void
}

/** Shows all debts and their sums by age; a press on an age shows only its debts, another one shows all. */
function Summary({ page: { all, advances }, age: shown, onAge }: SummaryProps) {
  const today = useToday()
  return (
    <>
      <section
        aria-label="Alacakların toplamı"
        className="mb-2 rounded-lg border border-border bg-card md:flex"
      >
        <div className="px-4 pt-3 md:w-60 md:border-r md:border-border md:pb-3">
          <p className="text-sm text-muted-foreground">{`Toplam, ${formatCount(all.count)} müşteri`}</p>
          <Amount kurus={all.total_kurus} className="text-2xl leading-9 font-semibold md:text-3xl" />
        </div>
        <div className="min-w-0 flex-1 p-4 pt-3">
          <DebtBar ages={all.ages} />
          <fieldset aria-label="Borcun yaşı" className="mt-1 grid min-w-0 grid-cols-2 gap-x-2 md:grid-cols-4">
            {DEBT_AGES.map(({ label, color }, age) => (
              <button
                key={label}
                type="button"
                aria-pressed={shown === age}
                className="-mx-2 min-h-14 rounded-md px-2 text-left hover:bg-sunken aria-pressed:bg-primary-soft aria-pressed:shadow-[inset_0_0_0_1px_var(--primary)]"
                onClick={() => onAge(shown === age ? undefined : (age as DebtsSearch['age']))}
              >
                <span className="flex items-center gap-2 text-sm text-muted-foreground">
                  <span aria-hidden className={cn('size-2.5 rounded-xs print:hidden', color)} />
                  {label}
                </span>
                <Amount kurus={all.ages[age] ?? 0} className="font-semibold" />
              </button>
            ))}
          </fieldset>
        </div>
      </section>
      <p className="mb-3 flex flex-wrap justify-between gap-x-6 text-sm text-muted-foreground">
        <span>
          Servisteki araçlar borç sayılmaz
          {advances.count > 0 && (
            <>
              {`; ${formatCount(advances.count)} araçta `}
              <span className="font-semibold text-foreground">{formatTL(advances.total_kurus)}</span> kapora
              var
            </>
          )}
          .
        </span>
        <span>{`${formatDay(today)} itibarıyla`}</span>
      </p>
    </>
  )
}

/** Exports the shown debts of all pages, for a user with the right to export. */
function DebtsExport({ search, total }: { search: DebtsSearch; total: number | undefined }) {
  const format = useOutputFormat()
  const { page: _page, ...params } = toDebtsInput(search)
  const choice = { path: 'debts', title: 'Alacaklar', unit: 'müşteri', params, rows: total } as const
  return useRight('export') && <ExportButton format={format} choices={[choice]} />
}
