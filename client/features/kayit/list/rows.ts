import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, useEffect, useMemo, useState } from 'react'

import { api } from '#client/lib/api.ts'
import { logError } from '#client/lib/log.ts'
import type { Kayit, KayitListItem } from '#shared/kayit/schema.ts'

import { changeSearch, type KayitSearch, toListInput } from './search.ts'

/** The id of the last saved record, until a list has highlighted its row. */
let saved: number | null = null

/** Makes the next list highlight the row of this record. */
export function noteSaved(id: number): void {
  saved = id
}

/**
 * The behaviour of rows: a press opens the record, which a touch, a focus or a resting pointer loads ahead, and the row
 * that was just saved is highlighted.
 */
export function useRowProps(search: KayitSearch): (row: KayitListItem) => ComponentProps<'tr'> {
  const [first] = useState(JSON.stringify(search))
  const [marked, setMarked] = useState(saved)
  useEffect(() => {
    saved = null
  }, [])
  // Another page or filter ends the highlight, also when the user returns to the row.
  if (marked !== null && JSON.stringify(search) !== first) setMarked(null)
  const router = useRouter()
  const ahead = useMemo(() => preloading(router), [router])
  return useMemo(
    () =>
      ({ kayit_id }) => ({
        ...PRESSABLE,
        ...ahead,
        'data-id': kayit_id,
        ...(kayit_id === marked && { 'data-saved': true }),
      }),
    [marked, ahead],
  )
}

/** A pointer that rests on a row for so long, in milliseconds, may be about to press. */
const REST_MS = 60

/** Loads the record of a row ahead. */
function preloading(router: ReturnType<typeof useRouter>): ComponentProps<'tr'> {
  let timer: number | undefined
  const load = (row: HTMLTableRowElement) => {
    const id = row.dataset['id']
    // What fails here fails again, and visibly, when the row is opened.
    if (id !== undefined) router.preloadRoute({ to: '/book/$id', params: { id } }).catch(() => {})
  }
  const stop = () => window.clearTimeout(timer)
  return {
    onTouchStart: ({ currentTarget }) => load(currentTarget),
    onFocus: ({ currentTarget, target }) => target instanceof HTMLAnchorElement && load(currentTarget),
    onMouseEnter: ({ currentTarget }) => {
      stop()
      timer = window.setTimeout(load, REST_MS, currentTarget)
    },
    onMouseLeave: stop,
  }
}

const CONTROLS = 'a, button, input, select, textarea, label, [popover]'

/** The link of the row, unless the press was on a control with its own action. */
function linkOf({ currentTarget, target }: MouseEvent<HTMLTableRowElement>): HTMLAnchorElement | null {
  const isControl = target instanceof Element && target.closest(CONTROLS) !== null
  return isControl ? null : currentTarget.querySelector('a')
}

/** Opens the row like a press on its link: with Ctrl, Cmd or the middle button in a new tab. */
function open(event: MouseEvent<HTMLTableRowElement>): void {
  const link = linkOf(event)
  // A user who has selected a plate wants to copy it.
  const isSelecting = window.getSelection()?.isCollapsed === false
  if (link === null || isSelecting || event.button > 1) return
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener')
  else link.click()
}

/** A selected or previewed row has an edge, not only a colour. */
const SELECTED =
  'md:cursor-pointer has-[[data-select]:checked]:bg-primary-soft has-[[data-preview-of][aria-expanded=true]]:bg-sunken has-[[data-select]:checked,[data-preview-of][aria-expanded=true]]:shadow-[inset_4px_0_0_var(--primary)]'

const PRESSABLE: ComponentProps<'tr'> = {
  className: SELECTED,
  onClick: open,
  onAuxClick: open,
  onMouseDown: (event) => {
    // The middle button would start scrolling on Windows.
    if (event.button === 1 && linkOf(event) !== null) event.preventDefault()
  },
}

/** The maximum wait, in milliseconds, for the best view of a stored record. */
const MAX_WAIT_MS = 2_000

/**
 * The address in which the list shows a record that was just stored: its first page if the record is on it,
 * otherwise the visits of its car. Without a response of the list it is the first page.
 */
export async function searchShowing({ id, plaka, sasi_no }: Kayit): Promise<KayitSearch> {
  const late = new Promise<true>((resolve) => setTimeout(() => resolve(true), MAX_WAIT_MS))
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
