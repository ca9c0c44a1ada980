import type { RefObject } from 'react'

import { TYPING_FIELDS, shouldIgnoreKey, isEventInside, useShortcutKeys } from '#client/lib/shortcuts.ts'
import type { Store } from '#client/lib/store.ts'

import { moveSelection, type Selection } from './selection.ts'

interface ListKeys {
  search: RefObject<HTMLInputElement | null>
  /** Search to which the shown rows belong. */
  query: string
  /** Searches for the typed text at once. */
  onSearch: (query: string) => void
  /** Ids of the shown rows. */
  ids: readonly number[]
  selection: Store<Selection>
  preview: Store<number | null>
}

/**
 * Handles the keys of the rows while single-key shortcuts are on: arrows move, also from the search, and with Shift
 * they select; Space on a row's link shows the preview, which then follows the arrows.
 */
export function useListKeys({ search, query, onSearch, ids, selection, preview }: ListKeys): void {
  useShortcutKeys((event) => {
    if (shouldIgnoreKey(event)) return
    if (event.key === ' ') {
      const row = event.target instanceof HTMLAnchorElement ? event.target.closest('tr') : null
      if (row === null || idOf(row) === null) return
      event.preventDefault()
      preview.set(preview.get() === idOf(row) ? null : idOf(row))
      return
    }
    const step = stepOf(event, { search: search.current, previewed: preview.get() })
    if (step === undefined) return
    const typed = search.current?.value.trim() ?? ''
    event.preventDefault()
    // Rows of another search must not be opened by mistake.
    if (event.target === search.current && typed !== query.trim()) return onSearch(typed)
    const [from, to] = [idOf(step.from), idOf(step.to)]
    if (event.shiftKey && from !== null && to !== null)
      selection.set(moveSelection(selection.get(), { from, to }, ids))
    focusIn(step.to, step.fromEnd)
    if (preview.get() !== null) preview.set(to)
  })
}

/** Moves the focus to the link of the record's row, if it is on the page. */
export function focusRow(id: number): void {
  const row = document.querySelector<HTMLElement>(`main tbody tr[data-id="${id}"]`)
  if (row !== null) focusIn(row, 0)
}

const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

interface Step {
  /** Row with the focus, if there is one. */
  from: HTMLElement | undefined
  to: HTMLElement
  /**
   * Position of the focused control from the end of its row, 0 outside of rows: the first selection shows a box at
   * the start of every row.
   */
  fromEnd: number
}

/**
 * Returns the target of an arrow key: the next row; from outside of the rows the one after the previewed row, else the
 * first or last.
 */
function stepOf(
  event: KeyboardEvent,
  { search, previewed }: { search: HTMLElement | null; previewed: number | null },
): Step | undefined {
  const { target, shiftKey } = event
  const arrow = ARROWS[event.key]
  if (arrow === undefined) return undefined
  const isCheckbox = isEventInside(event, '[data-select]')
  if (target !== search && !isCheckbox && isEventInside(event, `${TYPING_FIELDS}, header`)) return undefined
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr')].filter(
    (row) => linkOf(row) !== null,
  )
  const focused = rows.find((row) => row.contains(target as Node))
  if (shiftKey && focused === undefined) return undefined
  const from = focused ?? rows.find((row) => idOf(row) === previewed)
  const to = from === undefined ? firstStep(rows, arrow) : rows[rows.indexOf(from) + arrow]
  if (to === undefined) return undefined
  const controls = focused === undefined ? [] : controlsOf(focused)
  const index = controls.indexOf(target as HTMLElement)
  return { from, to, fromEnd: index === -1 ? 0 : controls.length - index }
}

function focusIn(row: HTMLElement, fromEnd: number): void {
  const control = fromEnd === 0 ? linkOf(row) : (controlsOf(row).at(-fromEnd) ?? linkOf(row))
  control?.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>('a')
const controlsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('a, button, input')]

const idOf = (row: HTMLElement | undefined): number | null =>
  row?.dataset['id'] === undefined ? null : Number(row.dataset['id'])

/** Returns the first target: arrow down begins at the row that was just saved, if there is one. */
const firstStep = (rows: HTMLElement[], arrow: 1 | -1) =>
  arrow === -1 ? rows.at(-1) : (rows.find(({ dataset }) => 'saved' in dataset) ?? rows[0])
