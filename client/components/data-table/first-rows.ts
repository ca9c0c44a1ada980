import { startTransition, useEffect, useState } from 'react'

/** The number of rows that fill a window; a phone's cards are twice as high. */
const FIRST = window.innerWidth < 768 ? 8 : 16

/**
 * Returns the rows to draw now: the first rows of a new list, then twice as many each time. `list` identifies the list;
 * without it, and while the page is scrolled, all rows are drawn at once.
 */
export function useFirstRows<Row>(rows: Row[] | undefined, list: string | undefined): Row[] | undefined {
  const [drawn, setDrawn] = useState({ list: '', most: FIRST })
  const most = drawn.list === list ? drawn.most : FIRST
  const isPart = rows !== undefined && list !== undefined && rows.length > most && globalThis.scrollY === 0
  useEffect(() => {
    if (rows === undefined || list === undefined || most === Infinity) return
    startTransition(() => setDrawn({ list, most: isPart ? most * 2 : Infinity }))
  }, [rows, list, most, isPart])
  return isPart ? rows.slice(0, most) : rows
}
