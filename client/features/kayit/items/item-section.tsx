import { useId } from 'react'

import { randomKey } from '#client/lib/random-key.ts'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { messages } from '#shared/messages.ts'
import type { Totals } from '#shared/money.ts'
import { MAX_ITEMS } from '#shared/options.ts'

import { IslemAdd } from './item-add.tsx'
import { type NewLine, rowOfLine } from './items.ts'
import { IslemTable } from './item-table.tsx'
import type { KayitModel } from '#client/features/kayit/form/model.ts'

export interface IslemSectionProps {
  model: KayitModel
  totals: Totals | null
  kdvDahil: boolean
  onKdvDahilChange: (kdvDahil: boolean) => void
}

/** The work items and where they are added. */
export function IslemSection({ model, totals, kdvDahil, onKdvDahilChange }: IslemSectionProps) {
  const id = useId()
  const { rows, dispatch, line, setLine, form } = model
  const { isSubmitted } = form.formState
  const add = (added: NewLine) =>
    dispatch({ type: 'add', row: rowOfLine(added, { key: randomKey(), kdvDahil }) })
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>İşlemler</CardTitle>
      </CardHeader>
      <IslemTable rows={rows} dispatch={dispatch} showProblems={isSubmitted} totals={totals} />
      <IslemAdd
        line={line}
        onLineChange={setLine}
        kdvDahil={kdvDahil}
        onKdvDahilChange={onKdvDahilChange}
        onAdd={add}
        place={rows.length + 1}
        refusal={rows.length >= MAX_ITEMS ? messages.tooManyItems : undefined}
      />
    </Card>
  )
}
