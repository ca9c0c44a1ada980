import type { RefObject } from 'react'

import { bareKey, FIELDS, isForeign, isInside, useKeys } from '#client/lib/shortcuts.ts'

export interface ListKeys {
  search: RefObject<HTMLInputElement | null>
  /** The search that the shown rows belong to. */
  query: string
  onNew: () => void
  /** Searches for the typed text at once. */
  onSearch: (query: string) => void
}

/** The action of a single key on the list, or `undefined`: fields, dialogs and combinations keep their keys. */
export function listCommand(event: KeyboardEvent): 'search' | 'new' | undefined {
  const key = bareKey(event)
  if (key === '/') return 'search'
  return key === 'n' || key === 'N' ? 'new' : undefined
}

/** Handles '/', 'n' and the arrow keys, on the screen and in its search, while single-key shortcuts are on. */
export function useListKeys({ search, query, onNew, onSearch }: ListKeys): void {
  useKeys((event) => {
    const command = listCommand(event)
    const step = rowStep(event, search.current)
    if (command === undefined && step === undefined) return
    event.preventDefault()
    const typed = search.current?.value.trim() ?? ''
    if (command === 'search') search.current?.focus()
    else if (command === 'new') onNew()
    // The rows belong to another search and must not be opened by mistake.
    else if (event.target === search.current && typed !== query.trim()) onSearch(typed)
    else step?.()
  })
}

const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** The target of an arrow key: from the search and from outside the first or last row, otherwise the next one. */
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

/** Arrow down begins at the row that was just saved, if there is one. */
const firstStep = (rows: HTMLElement[], arrow: 1 | -1) =>
  arrow === -1 ? rows.at(-1) : (rows.find(({ dataset }) => 'saved' in dataset) ?? rows[0])
