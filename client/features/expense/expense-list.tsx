import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'

import { createChangeAddress, ListTable, useListState } from '#client/components/data-table/list-table.tsx'
import { ExportButton } from '#client/components/export-button.tsx'
import { FilterBar } from '#client/components/filter-bar.tsx'
import { periodWords } from '#client/components/period-filter.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { DeleteDialog } from '#client/components/row-deletion.tsx'
import { EditorDialog, useEditor } from '#client/components/editor.tsx'
import { trpc } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useOutputFormat } from '#client/lib/output-format.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Expense, ExpensePage } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'
import { formatTL } from '#shared/money.ts'
import { KAYIT_PAGE_SIZES } from '#shared/options.ts'

import { ExpenseForm } from './expense-form.tsx'
import { CategoryBars, nameOf } from './category-bars.tsx'
import { EXPENSE_COLUMNS } from './expense-list-columns.tsx'
import { expenseName, useDeleteExpense } from './delete-expense.ts'
import { DueExpenses } from './due-expenses.tsx'
import { changeSearch, type ExpenseSearch, toListInput } from './expense-search.ts'
import { ListContext } from './list-context.ts'
import type { ProposedExpense } from './proposed-expense.ts'
import { RepetitionsCard } from './repetitions-card.tsx'

const route = getRouteApi('/_app/expense')
const NO_PERIOD = { month: undefined, year: undefined }

/** Lists the expenses (specification §2): the URL holds the state, the server filters, searches, sorts and pages. */
export function ExpenseList() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const input = toListInput(search)
  const list = trpc.expense.list.useQuery(input, { placeholderData: keepPreviousData })
  const today = useToday()
  const { edit, dialog, formKey, form } = useEditor<Expense | ProposedExpense>()
  const { ask, failure, dialog: deleteDialog } = useDeleteExpense(input)
  const { query, lastPage } = useListState(input, list)
  const isSimilar = list.data?.similar === true
  const context = useMemo(
    () => ({ query, isSimilar, onEdit: edit, onDelete: ask }),
    [query, isSimilar, edit, ask],
  )

  const changeAddress = createChangeAddress(navigate, changeSearch)

  return (
    <>
      {lastPage !== undefined && (
        <Navigate to="/expense" search={changeSearch(search, { page: lastPage })} replace />
      )}
      <PageHeader title="Giderler">
        <ExpenseExport input={input} total={list.data?.total} />
        <Button onClick={() => edit(null)}>
          <Plus aria-hidden />
          Yeni gider
        </Button>
      </PageHeader>
      <div className="mb-4 grid gap-3">
        <DueExpenses today={today} onEdit={edit} />
        <FilterBar
          placeholder="Başlık veya not"
          search={search}
          today={today}
          onChange={changeAddress}
          filterWords={search.category === undefined ? [] : [`Kategori: ${nameOf(search.category)}`]}
          onClear={() => changeAddress({ ...NO_PERIOD, q: undefined, category: undefined })}
        >
          <TotalLine page={list.data} search={search} />
          <CategoryBars
            sums={list.data?.by_category}
            chosen={search.category}
            onChoose={(category) => changeAddress({ category })}
          />
        </FilterBar>
        {isSimilar && <Alert variant="info">{messages.similarResults}</Alert>}
        {failure !== undefined && <CallError {...failure} />}
      </div>
      <ListContext value={context}>
        <ListTable
          caption="Giderler"
          list={list}
          input={input}
          columns={EXPENSE_COLUMNS}
          rowId={(row) => String(row.id)}
          sizes={KAYIT_PAGE_SIZES}
          onChange={changeAddress}
          failureMessage={messages.expenseListFailed}
        >
          <EmptyState title="Kayıt yok." hint={emptyHint(search)} />
        </ListTable>
      </ListContext>
      <RepetitionsCard />
      <EditorDialog {...dialog} title={(form.row?.id ?? 0) === 0 ? 'Yeni gider' : 'Gider düzenle'}>
        <ExpenseForm key={formKey} {...form} />
      </EditorDialog>
      <DeleteDialog dialog={deleteDialog} question="Silinsin mi?" nameOf={expenseName} />
    </>
  )
}

interface ExpenseExportProps {
  input: ReturnType<typeof toListInput>
  /** Number of expenses in the list; `undefined` during loading. */
  total: number | undefined
}

/** Exports the filtered expenses of all pages. */
function ExpenseExport({ input, total }: ExpenseExportProps) {
  const { page: _page, size: _size, ...params } = input
  const list = { path: 'expense', title: 'Listelenen giderler', unit: 'gider', params, rows: total } as const
  return <ExportButton format={useOutputFormat()} choices={[list]} />
}

interface TotalLineProps {
  page: ExpensePage | undefined
  search: ExpenseSearch
}

/** Shows the period, the number and the sum of the filtered expenses. */
function TotalLine({ page, search: { month, year, category } }: TotalLineProps) {
  const isWhole = month === undefined && year === undefined
  return (
    <div>
      <output className="flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        {page !== undefined && (
          <>
            <span>
              <span className="font-semibold">{isWhole ? 'Tüm giderler' : periodWords({ month, year })}</span>
              {category !== undefined && ` · ${nameOf(category)}`}{' '}
              <span className="ml-1.5 text-sm text-muted-foreground max-md:sr-only">{`${formatCount(page.total)} gider`}</span>
            </span>
            <Badge className="ml-auto bg-transparent px-0 text-base text-foreground md:text-lg">
              Toplam <span className="font-semibold">{formatTL(page.toplam_kurus)}</span>
            </Badge>
          </>
        )}
      </output>
    </div>
  )
}

function emptyHint({ q, month, year, category }: ExpenseSearch): string {
  const isFiltered = [q, month, year, category].some((value) => value !== undefined)
  return isFiltered ? 'Filtreyi değiştirin veya temizleyin.' : '“Yeni gider” ile ilk gideri ekleyin.'
}
