import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'

import { OlderNewerButtons } from '#client/components/changes/older-newer-buttons.tsx'
import { isolated } from '#shared/bidi.ts'
import { NOUN_WORDS } from '#shared/change/words.ts'
import { CallError } from '#client/components/call-error.tsx'
import { ListStates } from '#client/components/list-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#shared/date.ts'
import { toast } from '#client/lib/toast.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { changeMessages } from '#shared/change/messages.ts'
import type { Trashed } from '#shared/change/schema.ts'
import { formatTL } from '#shared/money.ts'

import { changeSearch } from './change-state.ts'

const route = getRouteApi('/_app/changes')

/** Restores one entry at a time; afterwards every list that may show it is read again. */
function useRestore(onRestored: () => void) {
  const utils = trpc.useUtils()
  const kayit = trpc.kayit.restore.useMutation()
  const expense = trpc.expense.restore.useMutation()
  const price = trpc.item.restorePrice.useMutation()
  const bundle = trpc.item.restorePackage.useMutation()
  const [state, setState] = useState<{ restoringItem?: Trashed; error?: unknown }>({})
  const call = ({ noun, id }: Trashed) =>
    ({
      kayit: () => kayit.mutateAsync({ kayit_id: id }),
      expense: () => expense.mutateAsync({ id }),
      price: () => price.mutateAsync({ id }),
      package: () => bundle.mutateAsync({ id }),
    })[noun]()
  const restore = async (thing: Trashed) => {
    if (state.restoringItem !== undefined) return
    setState({ restoringItem: thing })
    try {
      await call(thing)
      toast.success(changeMessages.restored)
      onRestored()
      setState({})
    } catch (error) {
      setState({ error })
    }
    await utils.invalidate()
  }
  return { restore: (thing: Trashed) => void restore(thing), ...state }
}

/** Lists the entries deleted in the last thirty days, each with a button that restores it. */
export function TrashList() {
  const id = useId()
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { page = 1 } = search
  const list = trpc.change.trash.useQuery({ page }, { placeholderData: keepPreviousData })
  const { restore, restoringItem, error } = useRestore(() => document.getElementById(id)?.focus())
  return (
    <Card aria-labelledby={id}>
      <CardHeader className="grid justify-start gap-1">
        <CardTitle id={id} tabIndex={-1}>
          Son 30 günde silinenler
        </CardTitle>
        <CardDescription>30 gün sonra kalıcı olarak silinir.</CardDescription>
      </CardHeader>
      {error !== undefined && (
        <div className="mb-4">
          <CallError
            message={errorMessage(error, changeMessages.restoreFailed, changeMessages.restoreFailed)}
            error={error}
          />
        </div>
      )}
      <ListStates
        list={list}
        failureMessage={changeMessages.trashLoadFailed}
        empty={{
          title: 'Çöp kutusu boş.',
          hint: 'Silinen kayıtlar, giderler, fiyatlar ve paketler burada durur.',
        }}
      />
      <ul className="grid gap-3">
        {list.data?.items.map((thing) => (
          <li
            key={`${thing.noun}-${thing.id}`}
            className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border p-3"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                <Badge>{NOUN_WORDS[thing.noun]}</Badge>
                {thing.title === '' ? 'Adsız' : isolated(thing.title)}
                {thing.amount_kurus !== null && (
                  <span className="font-normal text-muted-foreground">{formatTL(thing.amount_kurus)}</span>
                )}
              </p>
              <p className="text-sm text-muted-foreground">
                {`Silindi: ${formatInstant(thing.deleted_at)}${thing.deleted_by === '' ? '' : ` · ${isolated(thing.deleted_by)}`}`}
              </p>
            </div>
            <Button
              variant="outline"
              size="sm"
              isPending={restoringItem === thing}
              aria-label={`Geri getir: ${isolated(thing.title)}`}
              onClick={() => restore(thing)}
            >
              <Undo2 aria-hidden />
              Geri getir
            </Button>
          </li>
        ))}
      </ul>
      {list.data !== undefined && (
        <OlderNewerButtons
          page={page}
          more={list.data.more}
          onPage={(to) => void navigate({ search: changeSearch(search, { page: to }) })}
        />
      )}
    </Card>
  )
}
