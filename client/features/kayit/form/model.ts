import { useReducer, useState, type ActionDispatch, type Dispatch } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'

import { randomKey } from '#client/lib/random-key.ts'
import type { KayitDetail } from '#shared/kayit/schema.ts'

import {
  EMPTY_LINE,
  type IslemAction,
  type IslemRow,
  type NewLine,
  isEmptyLine,
  isSameList,
  islemRows,
  pendingRow,
} from '#client/features/kayit/items/items.ts'
import { rebaseInfo, rebaseRows, withIds } from './merge.ts'
import { type InfoValues, type KayitBase, type KayitValues, baseOf, infoProblems } from './values.ts'

const resolver: Resolver<InfoValues> = (values) => {
  const problems = Object.entries(infoProblems(values))
  if (problems.length === 0) return { values, errors: {} }
  return {
    values: {},
    errors: Object.fromEntries(problems.map(([name, message]) => [name, { type: 'refused', message }])),
  }
}

/** Everything that can be typed on the record's screen, and what it was filled with. */
export interface KayitModel {
  form: UseFormReturn<InfoValues>
  rows: IslemRow[]
  dispatch: ActionDispatch<[IslemAction]>
  /** The line in the add area. */
  line: NewLine
  setLine: Dispatch<NewLine>
  base: KayitBase
  /** Something is typed that `base` does not hold. */
  isDirty: boolean
  values: () => KayitValues
  /** Fills the form with `values` as changes made to `base`. */
  load: (values: KayitValues, base: KayitBase) => void
  /** A line that was typed but not yet added becomes an item; answers everything that is to be saved. */
  takeLine: (options: { kdvDahil: boolean }) => KayitValues
  /** Goes on from what was stored; what was typed since it was sent stays typed. */
  takeOver: (stored: Stored) => void
}

export interface Stored {
  sent: KayitValues
  version: number
  /** The record as it was read again; `null` where that failed. */
  fresh: KayitDetail | null
}

export function useKayitModel(start: () => KayitBase): KayitModel {
  const [base, setBase] = useState(start)
  const form = useForm<InfoValues>({ defaultValues: base.values.info, resolver, shouldFocusError: false })
  const [rows, dispatch] = useReducer(islemRows, base.values.rows)
  const [line, setLine] = useState(EMPTY_LINE)
  const isDirty = form.formState.isDirty || !isSameList(rows, base.values.rows) || !isEmptyLine(line)

  const fill = (info: InfoValues, onto: KayitBase) => {
    setBase(onto)
    form.reset(onto.values.info)
    form.reset(info, { keepDefaultValues: true })
  }
  return {
    form,
    rows,
    dispatch,
    line,
    setLine,
    base,
    isDirty,
    values: () => ({ info: form.getValues(), rows }),
    load: (values, onto) => {
      fill(values.info, onto)
      dispatch({ type: 'replace', change: () => values.rows })
    },
    takeLine: ({ kdvDahil }) => {
      const info = form.getValues()
      const row = pendingRow(line, { key: randomKey(), kdvDahil })
      if (row === null) return { info, rows }
      const add: IslemAction = { type: 'add', row }
      dispatch(add)
      setLine(EMPTY_LINE)
      return { info, rows: islemRows(rows, add) }
    },
    takeOver: ({ sent, version, fresh }) => {
      const onto = fresh === null ? { version, values: sent } : baseOf(fresh)
      const stored = fresh?.version === version ? fresh.islemler : []
      const known = (list: readonly IslemRow[]) => withIds(list, sent.rows, stored)
      const theirs = onto.values
      fill(rebaseInfo({ base: sent.info, mine: form.getValues(), theirs: theirs.info }), onto)
      dispatch({
        type: 'replace',
        change: (mine) => rebaseRows({ base: known(sent.rows), mine: known(mine), theirs: theirs.rows }),
      })
    },
  }
}
