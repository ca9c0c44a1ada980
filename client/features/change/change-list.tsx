import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'

import { ChangeEntry } from '#client/components/changes/change-entry.tsx'
import { OlderNewerButtons } from '#client/components/changes/older-newer-buttons.tsx'
import { NOUN_WORDS } from '#shared/change/words.ts'
import { DateInput } from '#client/components/date-input.tsx'
import { ListStates } from '#client/components/list-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Label } from '#client/ui/label.tsx'
import { Select } from '#client/ui/select.tsx'
import { changeMessages } from '#shared/change/messages.ts'
import type { ChangeNoun } from '#shared/change/schema.ts'
import { isDay } from '#shared/day.ts'

import type { ChangeSearch } from './change-search.ts'
import { changeSearch, toChangeInput } from './change-state.ts'

/** Kinds that the filter offers, in its order. */
const FILTER_NOUNS = [
  'kayit',
  'expense',
  'vehicle',
  'customer',
  'price',
  'package',
  'settings',
  'user',
  'export',
] as const satisfies readonly ChangeNoun[]

const route = getRouteApi('/_app/changes')

/** Lists the changes in the shop, the newest first; filters them by kind, person and days. */
export function ChangeList() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const input = toChangeInput(search)
  const list = trpc.change.list.useQuery(input, { placeholderData: keepPreviousData })
  const changeFilters = (next: { [Name in keyof ChangeSearch]?: unknown }) =>
    void navigate({ search: changeSearch(search, next), resetScroll: 'page' in next })
  const { noun, actor, from, to } = search
  const isFiltered = [noun, actor, from, to].some((value) => value !== undefined)
  return (
    <Card>
      <div className="mb-2 flex flex-wrap items-end gap-3">
        <Filter label="Ne">
          {(id) => (
            <Select
              id={id}
              value={noun ?? ''}
              onChange={(event) => changeFilters({ noun: event.target.value })}
            >
              <option value="">Hepsi</option>
              {FILTER_NOUNS.map((option) => (
                <option key={option} value={option}>
                  {NOUN_WORDS[option]}
                </option>
              ))}
            </Select>
          )}
        </Filter>
        {(list.data?.people.length ?? 0) > 1 && (
          <Filter label="Kim">
            {(id) => (
              <Select
                id={id}
                value={actor ?? ''}
                onChange={(event) => changeFilters({ actor: event.target.value })}
              >
                <option value="">Herkes</option>
                {list.data?.people.map((person) => (
                  <option key={person.id} value={person.id}>
                    {person.name}
                  </option>
                ))}
              </Select>
            )}
          </Filter>
        )}
        <Filter label="İlk gün">
          {(id) => (
            <DayFilter key={from ?? ''} id={id} day={from} onDay={(day) => changeFilters({ from: day })} />
          )}
        </Filter>
        <Filter label="Son gün">
          {(id) => <DayFilter key={to ?? ''} id={id} day={to} onDay={(day) => changeFilters({ to: day })} />}
        </Filter>
        {isFiltered && (
          <Button variant="ghost" onClick={() => changeFilters({ noun: '', actor: '', from: '', to: '' })}>
            Temizle
          </Button>
        )}
      </div>
      <ListStates
        list={list}
        failureMessage={changeMessages.loadFailed}
        empty={{
          title: 'Değişiklik bulunamadı.',
          hint: isFiltered
            ? 'Filtreyi değiştirin veya temizleyin.'
            : 'Kayıtlarda, giderlerde ve ayarlarda yapılan her değişiklik burada görünür.',
        }}
      />
      <ul aria-busy={list.isPlaceholderData}>
        {list.data?.items.map((entry) => (
          <ChangeEntry key={entry.id} change={entry} isNamed />
        ))}
      </ul>
      {list.data !== undefined && (
        <OlderNewerButtons
          page={input.page}
          more={list.data.more}
          onPage={(page) => changeFilters({ page })}
        />
      )}
    </Card>
  )
}

function Filter({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid gap-1 max-md:basis-[calc(50%-0.375rem)] md:w-44">
      <Label htmlFor={id}>{label}</Label>
      {children(id)}
    </div>
  )
}

interface DayFilterProps {
  id: string
  day: string | undefined
  onDay: (day: string) => void
}

/** Applies a typed day once it is complete, or empty. */
function DayFilter({ id, day = '', onDay }: DayFilterProps) {
  return (
    <DateInput
      id={id}
      value={day}
      onValueChange={(value) => {
        if (value !== day && (value === '' || isDay(value))) onDay(value)
      }}
    />
  )
}
