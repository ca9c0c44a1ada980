import { useId, useRef } from 'react'

import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#client/ui/table.tsx'
import { messages } from '#shared/messages.ts'

import { applyMine, dropMine, type FormState, mergedValues, showTheirs } from './form-state.ts'
import { type Difference, differences } from './merge.ts'
import { useStore } from './store.ts'
import type { FormFields } from './use-form.ts'

/** Two people on one thing: both texts side by side, and nothing happens before one is chosen. */
export function ConflictNotice<V extends object>({ form }: { form: FormFields<V> }) {
  const { store, rules } = form
  const state = useStore(store, (current) => current)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useFocusOnMount(box, !state.isQuiet)
  const { conflict } = state
  if (conflict === null) return null
  const isShown = conflict.waiting !== null
  const choose = (next: (state: FormState<V>) => FormState<V>) => () => {
    const form = box.current?.closest('form')
    store.set(next(store.get()))
    // The notice goes, and with it the button that had the focus.
    if (store.get().conflict === null) form?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
  }
  return (
    <Alert ref={box} tabIndex={-1} variant="warning" aria-labelledby={id}>
      <p id={id} className="font-semibold">
        {messages.kayitChanged}
      </p>
      <p>
        {isShown
          ? 'Güncel kayıt gösteriliyor. Yazdıklarınız aşağıda duruyor.'
          : 'Yazdıklarınız duruyor, hiçbir şeyin üzerine yazılmadı.'}
      </p>
      <Differences
        differences={differences(rules, {
          mine: mergedValues(rules, state),
          theirs: isShown ? state.values : conflict.theirs.values,
        })}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {!isShown && (
          <Button variant="outline" size="sm" onClick={choose(showTheirs)}>
            Güncel kaydı göster
          </Button>
        )}
        <Button variant="outline" size="sm" onClick={choose((now) => applyMine(rules, now))}>
          Yazdıklarımı güncel kayda aktar
        </Button>
        <Button variant="ghost" size="sm" onClick={choose(dropMine)}>
          Yazdıklarımı bırak
        </Button>
      </div>
    </Alert>
  )
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null
  return (
    <Table className="my-3 rounded-md border border-border bg-card text-foreground max-md:block">
      <caption className="sr-only">Güncel kayıt ile yazdıklarınızın farkları</caption>
      <TableHeader className="max-md:hidden">
        <TableRow>
          <TableHead>Alan</TableHead>
          <TableHead>Güncel kayıt</TableHead>
          <TableHead>Sizin yazdığınız</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody className="max-md:grid">
        {differences.map(({ label, theirs, mine }) => (
          <TableRow key={`${label} ${theirs} ${mine}`} className="max-md:grid max-md:p-3">
            <TableHead scope="row" className={CELL}>
              {label}
            </TableHead>
            <TableCell className={CELL} data-label="Güncel kayıt: ">
              {theirs}
            </TableCell>
            <TableCell className={CELL} data-label="Sizin yazdığınız: ">
              {mine}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const CELL =
  'whitespace-pre-wrap wrap-anywhere max-md:block max-md:h-auto max-md:border-0 max-md:p-0 max-md:before:text-sm max-md:before:text-muted-foreground max-md:before:content-[attr(data-label)]'
