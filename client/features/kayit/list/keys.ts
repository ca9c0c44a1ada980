import type { RefObject } from 'react'

import { bareKey, FIELDS, isForeign, isInside, useKeys } from '#client/lib/shortcuts.ts'

export interface ListKeys {
  search: RefObject<HTMLInputElement | null>
  /** The search whose hits the rows are. */
  query: string
  onNew: () => void
  /** Searches at once for what is typed. */
  onSearch: (query: string) => void
}

/** What a single key means on the list, or `undefined`: typing, dialogs and combinations keep their keys. */
export function listCommand(event: KeyboardEvent): 'search' | 'new' | undefined {
  const key = bareKey(event)
  if (key === '/') return 'search'
  return key === 'n' || key === 'N' ? 'new' : undefined
}

/** '/', 'n' and the arrows, anywhere on the screen and in its search, while single keys are on. */
export function useListKeys({ search, query, onNew, onSearch }: ListKeys): void {
  useKeys((event) => {
    const command = listCommand(event)
    const step = rowStep(event, search.current)
    if (command === undefined && step === undefined) return
    event.preventDefault()
    const typed = search.current?.value.trim() ?? ''
    if (command === 'search') search.current?.focus()
    else if (command === 'new') onNew()
    // The rows are those of another search: nobody should open one of them by mistake.
    else if (event.target === search.current && typed !== query.trim()) onSearch(typed)
    else step?.()
  })
}

const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** What an arrow does: from the search and from outside the rows it leads to the first or last, else to the next. */
function rowStep(event: KeyboardEvent, search: HTMLElement | null): (() => void) | undefined {
  const { target } = event
  const arrow = ARROWS[event.key]
  if (arrow === undefined || event.shiftKey || isForeign(event)) return undefined
  if (target !== search && isInside(event, `${FIELDS}, header`)) return undefined
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr')].filter(
    (row) => controlsOf(row)[0],
  )
  const from = rows.findIndex((row) => row.contains(target as Node))
  const row = from === -1 ? firstStep(rows, arrow) : rows[from + arrow]
  const place = from === -1 ? 0 : controlsOf(rows[from]).indexOf(target as HTMLElement)
  const control = controlsOf(row)[place]
  if (row === undefined || control === undefined) return undefined
  return () => {
    control.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  }
}

const controlsOf = (row: HTMLElement | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('a, button') ?? []),
]

/** Down begins at the row that was just saved, if there is one. */
const firstStep = (rows: HTMLElement[], arrow: 1 | -1) =>
  arrow === -1 ? rows.at(-1) : (rows.find(({ dataset }) => 'saved' in dataset) ?? rows[0])
