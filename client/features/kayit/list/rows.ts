import { type ComponentProps, type MouseEvent, useEffect, useMemo, useState } from 'react'

import { api } from '#client/lib/api.ts'
import { logError } from '#client/lib/log.ts'
import type { Kayit, KayitListItem } from '#shared/kayit/schema.ts'

import { changeSearch, type KayitSearch, toListInput } from './search.ts'

/** The record that was saved last and that no list has marked yet. */
let saved: number | null = null

/** The next list marks this record's row. */
export function noteSaved(id: number): void {
  saved = id
}

/** What the rows do and show besides their cells: a press opens the record, and the one just saved is marked. */
export function useRowProps(search: KayitSearch): (row: KayitListItem) => ComponentProps<'tr'> {
  const [first] = useState(JSON.stringify(search))
  const [marked, setMarked] = useState(saved)
  useEffect(() => {
    saved = null
  }, [])
  // Another page or filter: coming back to the row, it is news no more.
  if (marked !== null && JSON.stringify(search) !== first) setMarked(null)
  return useMemo(
    () =>
      ({ kayit_id }) =>
        kayit_id === marked ? { ...PRESSABLE, 'data-saved': true, ref: bringIntoView } : PRESSABLE,
    [marked],
  )
}

function bringIntoView(row: HTMLTableRowElement | null): void {
  row?.scrollIntoView({ block: 'center' })
}

const CONTROLS = 'a, button, input, select, textarea, label'

/** The row's link, unless the press was on a control, which does something else. */
function linkOf({ currentTarget, target }: MouseEvent<HTMLTableRowElement>): HTMLAnchorElement | null {
  const isControl = target instanceof Element && target.closest(CONTROLS) !== null
  return isControl ? null : currentTarget.querySelector('a')
}

/** As a press on the row's link: with Ctrl, Cmd or the middle button in a new tab. */
function open(event: MouseEvent<HTMLTableRowElement>): void {
  const link = linkOf(event)
  // Whoever has dragged over a plate wants to copy it.
  const isSelecting = window.getSelection()?.isCollapsed === false
  if (link === null || isSelecting || event.button > 1) return
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener')
  else link.click()
}

const PRESSABLE: ComponentProps<'tr'> = {
  className: 'md:cursor-pointer',
  onClick: open,
  onAuxClick: open,
  onMouseDown: (event) => {
    // On Windows the middle button would begin to scroll.
    if (event.button === 1 && linkOf(event) !== null) event.preventDefault()
  },
}

/** Longer than this nobody waits for the best view of what is stored already. */
const PATIENCE_MS = 2_000

/**
 * The address in which the list shows a record that was just stored: its beginning where the record stands there,
 * else the visits of its car. A list that does not answer is shown from its beginning.
 */
export async function searchShowing({ id, plaka, sasi_no }: Kayit): Promise<KayitSearch> {
  const late = new Promise<true>((resolve) => setTimeout(() => resolve(true), PATIENCE_MS))
  const isThere = await Promise.race([isOnFirstPage(id), late])
  return isThere ? {} : changeSearch({}, { q: plaka.trim() || sasi_no.trim() })
}

async function isOnFirstPage(id: number): Promise<boolean> {
  try {
    const { items } = await api.kayit.list.fetch(toListInput({}), { staleTime: 0, retry: false })
    return items.some(({ kayit_id }) => kayit_id === id)
  } catch (error) {
    logError('Kayıtlar okunamadı.', error)
    return true
  }
}
