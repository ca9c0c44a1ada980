import { startTransition, useEffect, useState } from 'react'

/** A windowful of rows. */
const FIRST = 16

/**
 * The rows to draw now: the first of a list that has just come, then twice as many each time. `list` names the list
 * (what was asked for); without it, and while the page is scrolled, all are drawn at once.
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
