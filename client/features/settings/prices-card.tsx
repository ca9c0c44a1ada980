import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'

import { EditorDialog, useEditor } from '#client/components/editor.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { SearchInput } from '#client/components/search-input.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ItemPrice } from '#shared/item/schema.ts'
import { messages } from '#shared/messages.ts'
import { formatTL } from '#shared/money.ts'
import { PRICE_PAGE_SIZE } from '#shared/options.ts'

import { NamedLine } from './named-line.tsx'
import { PriceForm } from './price-form.tsx'
import { ListNote, SettingsList } from './settings-parts.tsx'

/** Deletes an entry of the list; 'Geri al' restores it for ten seconds. `onDeleted` is called once it is gone. */
function useDeletePrice(onDeleted: () => void) {
  const { item } = trpc.useUtils()
  const restore = trpc.item.restorePrice.useMutation({
    onSuccess: () => {
      toast.success(messages.priceRestored)
      return item.invalidate()
    },
    onError: (error, input) =>
      toast.undo(errorMessage(error, messages.priceRestoreFailed, messages.priceRestoreFailed), () =>
        restore.mutate(input),
      ),
  })
  return trpc.item.deletePrice.useMutation({
    onSuccess: (_answer, { id }) => {
      toast.undo(messages.priceDeleted, () => restore.mutate({ id }))
      onDeleted()
    },
    onError: (error) =>
      toast.error(errorMessage(error, messages.priceDeleteFailed, messages.priceDeleteFailed)),
    onSettled: () => item.invalidate(),
  })
}

const aboutOf = ({ quantity, price_kurus = 0 }: ItemPrice) =>
  quantity === 1 ? formatTL(price_kurus) : `${formatCount(quantity)} × ${formatTL(price_kurus)}`

/** The number of entries shown at first. */
const FIRST_ROWS = 8

/** Lists the shop's prices; a record suggests their names first, with the price. */
export function PricesCard() {
  const id = useId()
  const [asked, setAsked] = useState({ q: '', page: 1 })
  const [isAll, setIsAll] = useState(false)
  const list = trpc.item.prices.useQuery(asked, { placeholderData: keepPreviousData })
  const { edit, dialog, formKey, form } = useEditor<ItemPrice>()
  const remove = useDeletePrice(() => document.getElementById(id)?.focus())
  const total = list.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / PRICE_PAGE_SIZE))
  // The last entry of the last page was deleted.
  if (list.data !== undefined && !list.isPlaceholderData && asked.page > pages)
    setAsked({ ...asked, page: pages })
  const isSearched = asked.q !== ''
  return (
    <SettingsList
      titleId={id}
      title="Fiyat listesi"
      count={isSearched || list.data === undefined ? undefined : formatCount(total)}
      about="Kayıtta son fiyatın yerine önerilir (KDV dahil)."
      action={
        <Button variant="outline" size="sm" onClick={() => edit(null)}>
          <Plus aria-hidden />
          Yeni fiyat
        </Button>
      }
    >
      <ListNote>
        {(isSearched || total > FIRST_ROWS) && (
          <SearchInput
            placeholder="Fiyat listesinde ara"
            value={asked.q}
            onSearch={(q) => setAsked({ q, page: 1 })}
          />
        )}
        {list.isPending && <Skeleton className="h-16" />}
        {list.isError && (
          <LoadError
            message={messages.priceListFailed}
            isPending={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data !== undefined && total === 0 && (
          <output className="text-muted-foreground">
            {isSearched ? 'Sonuç bulunamadı.' : 'Listede henüz fiyat yok.'}
          </output>
        )}
      </ListNote>
      <ul>
        {list.data?.items.slice(0, isAll ? undefined : FIRST_ROWS).map((row) => (
          <NamedLine
            key={row.id}
            name={row.name}
            about={aboutOf(row)}
            onEdit={() => edit(row)}
            onDelete={() => remove.mutate({ id: row.id })}
          />
        ))}
      </ul>
      {total > FIRST_ROWS && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border px-3 py-2 md:px-5">
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isAll}
            className="-ml-3 text-primary"
            onClick={() => {
              setIsAll(!isAll)
              setAsked({ ...asked, page: 1 })
            }}
          >
            {isAll ? 'Daha az göster' : `${formatCount(total - FIRST_ROWS)} fiyat daha`}
          </Button>
          {isAll && pages > 1 && (
            <>
              <PageButton
                label="Önceki"
                to={asked.page - 1}
                pages={pages}
                go={(page) => setAsked({ ...asked, page })}
              />
              <output className="text-sm text-muted-foreground">
                {`Sayfa ${formatCount(asked.page)} / ${formatCount(pages)} · ${formatCount(total)} fiyat`}
              </output>
              <PageButton
                label="Sonraki"
                to={asked.page + 1}
                pages={pages}
                go={(page) => setAsked({ ...asked, page })}
              />
            </>
          )}
        </div>
      )}
      <EditorDialog {...dialog} title={form.row === null ? 'Yeni fiyat' : 'Fiyatı düzenle'}>
        <PriceForm key={formKey} {...form} />
      </EditorDialog>
    </SettingsList>
  )
}

interface PageButtonProps {
  label: string
  to: number
  pages: number
  go: (page: number) => void
}

/** Leads to another page; at either end the button keeps its position and the focus, and does nothing. */
function PageButton({ label, to, pages, go }: PageButtonProps) {
  const isEnd = to < 1 || to > pages
  return (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={isEnd || undefined}
      className="aria-disabled:opacity-55"
      onClick={() => {
        if (!isEnd) go(to)
      }}
    >
      {label}
    </Button>
  )
}
