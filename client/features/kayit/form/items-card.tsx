import { useCallback, useId, useMemo } from 'react'

import { lazyPart } from '#client/components/lazy-part.tsx'
import { IslemAdd } from '#client/features/kayit/items/item-add.tsx'
import { IslemTable } from '#client/features/kayit/items/item-table.tsx'
import { addRows, findExcess, type IslemRow, replaceRow } from '#client/features/kayit/items/items.ts'
import { rowsFromLine } from '#client/features/kayit/items/new-line.ts'
import { UnpricedMark } from '#client/features/kayit/items/unpriced.tsx'
import { changeField, type FormFields } from '#client/forms/use-field.ts'
import { formatCount } from '#client/lib/format.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { useStore } from '#client/lib/store.ts'
import { useMedia } from '#client/lib/use-media.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { isolated } from '#shared/bidi.ts'
import { messages } from '#shared/messages.ts'
import { kayitTotals, type Totals } from '#shared/money.ts'
import { MAX_ITEMS } from '#shared/options.ts'

import { useItemSuggestions } from './use-item-suggestions.ts'
import { usePackages } from './use-packages.ts'
import type { KayitValues } from './values.ts'

const DiscountButton = lazyPart(() => import('#client/features/kayit/items/discount-button.tsx'))

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
      <CardHeader className="-mt-2 mb-1 min-h-11 md:-mt-1.5 md:min-h-9">
        <ItemsTitle form={form} id={id} />
        {props.hasPrices && <DiscountButton form={form} kdvDahil={props.kdvDahil} />}
      </CardHeader>
      {props.kayitId !== 0 && <Request form={form} />}
      <Items form={form} hasPrices={props.hasPrices} />
      <NewItem {...props} />
    </Card>
  )
}

function ItemsTitle({ form: { store }, id }: Pick<ItemsCardProps, 'form'> & { id: string }) {
  const rows = useStore(store, ({ values }) => values.islemler)
  return (
    <div className="flex grow flex-wrap items-center gap-x-2">
      <CardTitle id={id}>İşlemler</CardTitle>
      <span className="text-muted-foreground">{formatCount(rows.length)}</span>
      <UnpricedMark
        rows={rows}
        className="ml-auto min-h-11 rounded-md px-2 text-warning-ink md:min-h-7 md:bg-warning-soft"
      />
    </div>
  )
}

/** Shows what the customer asked for above the work; its field is among the customer's. */
function Request({ form: { store } }: Pick<ItemsCardProps, 'form'>) {
  const text = useStore(store, ({ values }) => values.musteri_talebi.trim())
  return (
    text !== '' && (
      <p className="-mx-4 border-y border-border px-4 py-2 wrap-anywhere whitespace-pre-line">
        <span className="mr-3 text-sm text-muted-foreground">Müşteri Talebi</span>
        {isolated(text)}
      </p>
    )
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
  const excess = useMemo(() => findExcess(rows), [rows])
  const changeRow = useCallback(
    (changed: IslemRow) => changeField(store, 'islemler', (all) => replaceRow(all, changed)),
    [store],
  )
  const deleteRow = (key: string) =>
    changeField(store, 'islemler', (all) => all.filter((row) => row.key !== key))
  const totals = useTotals(form)
  const isPhone = useMedia('(width < 48rem)')
  return (
    <IslemTable
      {...{ rows, showProblems, isPhone }}
      refusal={refusal ?? excess}
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
  const { packages, addPackage } = usePackages(form)
  const { kdvDahil } = kdv
  return (
    <IslemAdd
      key={fillCount}
      line={line}
      onLineChange={(next) => changeField(store, 'yeni', () => next)}
      {...kdv}
      hasPrices={hasPrices}
      isFolded={kayitId !== 0}
      showProblems={showProblems}
      onAdd={(added) =>
        changeField(store, 'islemler', (all) =>
          addRows(all, rowsFromLine(added, { key: randomKey(), kdvDahil, isUnpriced: !hasPrices })),
        )
      }
      rowNumber={count + 1}
      {...{ suggestions, packages }}
      onPackage={addPackage}
      refusal={count >= MAX_ITEMS ? messages.tooManyItems : undefined}
    />
  )
}
