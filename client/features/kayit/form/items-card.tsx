import { lazy, Suspense, useCallback, useId, useMemo } from 'react'

import { IslemAdd } from '#client/features/kayit/items/item-add.tsx'
import { IslemTable } from '#client/features/kayit/items/item-table.tsx'
import { type IslemRow, replaceRow } from '#client/features/kayit/items/items.ts'
import { rowsFromLine } from '#client/features/kayit/items/new-line.ts'
import { changeField, type FormFields } from '#client/forms/use-field.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { useStore } from '#client/lib/store.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { messages } from '#shared/messages.ts'
import { kayitTotals, type Totals } from '#shared/money.ts'
import { MAX_ITEMS } from '#shared/options.ts'

import { useItemSuggestions } from './use-item-suggestions.ts'
import type { KayitValues } from './values.ts'

const Packages = lazy(() => import('./packages.tsx'))

interface ItemsCardProps {
  form: FormFields<KayitValues>
  /** Id of the record, 0 for a new one. */
  kayitId: number
  /** True if the user sees prices. */
  hasPrices: boolean
  kdvDahil: boolean
  onKdvDahilChange: (kdvDahil: boolean) => void
}

/** Shows the work items of a record and the area that adds them. */
export function ItemsCard(props: ItemsCardProps) {
  const { form } = props
  const id = useId()
  return (
    <Card aria-labelledby={id} className="md:p-4">
      <CardHeader className="mb-2 min-h-11 md:-mt-1.5 md:mb-0.5 md:min-h-9">
        <CardTitle id={id}>İşlemler</CardTitle>
        <Suspense>
          <Packages form={form} />
        </Suspense>
      </CardHeader>
      <Items form={form} hasPrices={props.hasPrices} />
      <NewItem {...props} />
    </Card>
  )
}

/** Returns the totals of the record; `null` above its limit. */
export function useTotals({ store }: FormFields<KayitValues>): Totals | null {
  const rows = useStore(store, ({ values }) => values.islemler)
  return useMemo(() => kayitTotals(rows), [rows])
}

function Items({ form, hasPrices }: Pick<ItemsCardProps, 'form' | 'hasPrices'>) {
  const { store } = form
  const rows = useStore(store, ({ values }) => values.islemler)
  const showProblems = useStore(store, ({ attempts }) => attempts > 0)
  const refusal = useStore(store, ({ refusal: last, values }) =>
    last?.name?.startsWith('islemler.') === true && values.islemler === last.sent.islemler ? last : null,
  )
  const changeRow = useCallback(
    (changed: IslemRow) => changeField(store, 'islemler', (all) => replaceRow(all, changed)),
    [store],
  )
  const deleteRow = (key: string) =>
    changeField(store, 'islemler', (all) => all.filter((row) => row.key !== key))
  const totals = useTotals(form)
  return (
    <IslemTable
      {...{ rows, showProblems, refusal }}
      {...(hasPrices && { totals })}
      onChange={changeRow}
      onDelete={deleteRow}
    />
  )
}

function NewItem({ form, kayitId, hasPrices, ...kdv }: ItemsCardProps) {
  const { store } = form
  const line = useStore(store, ({ values }) => values.yeni)
  const count = useStore(store, ({ values }) => values.islemler.length)
  const fillCount = useStore(store, (state) => state.fillCount)
  const showProblems = useStore(store, ({ attempts }) => attempts > 0)
  const suggestions = useItemSuggestions(form, kayitId)
  const { kdvDahil } = kdv
  return (
    <IslemAdd
      key={fillCount}
      line={line}
      onLineChange={(next) => changeField(store, 'yeni', () => next)}
      {...kdv}
      hasPrices={hasPrices}
      showProblems={showProblems}
      onAdd={(added) =>
        changeField(store, 'islemler', (all) => [
          ...all,
          ...rowsFromLine(added, { key: randomKey(), kdvDahil, isUnpriced: !hasPrices }),
        ])
      }
      rowNumber={count + 1}
      suggestions={suggestions}
      refusal={count >= MAX_ITEMS ? messages.tooManyItems : undefined}
    />
  )
}
