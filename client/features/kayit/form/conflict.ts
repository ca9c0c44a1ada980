import { useState } from 'react'

import type { Difference } from '#client/forms/merge.ts'
import { toast } from '#client/lib/toast.ts'

import { differences, rebase } from './merge.ts'
import type { KayitModel } from './model.ts'
import type { KayitBase, KayitValues } from './values.ts'

/** The two sides, and which of them the form shows. */
interface Sides {
  isShown: boolean
  /** What the typing started from. */
  base: KayitValues
  mine: KayitValues
  theirs: KayitBase
}

export interface Conflict {
  /** The form shows the current record, and the typed text waits beside it. */
  isShown: boolean
  differences: Difference[]
  show: () => void
  apply: () => void
  drop: () => void
}

export interface ConflictControl {
  conflict: Conflict | null
  /** The form's content with the waiting text put onto it, while some waits. */
  waiting: (() => KayitValues) | null
  /** The record has changed under the typed text, which stays in the form. */
  found: (current: KayitBase) => void
  /** The form shows the current record; `mine` was typed over an older one. */
  foundBeside: (sides: Pick<Sides, 'base' | 'mine' | 'theirs'>) => void
}

/** Two people on one record (decisions): each step is asked for, and only the form changes by it. */
export function useConflict(model: KayitModel): ConflictControl {
  const [sides, setSides] = useState<Sides | null>(null)
  const begin = (found: Omit<Sides, 'isShown'>, isShown: boolean) => setSides({ ...found, isShown })
  return {
    conflict: sides === null ? null : conflictOf(model, sides, setSides),
    waiting: sides?.isShown === true ? () => withWaiting(model, sides) : null,
    found: (theirs) => begin({ base: model.base.values, mine: model.values(), theirs }, false),
    foundBeside: (found) => begin(found, true),
  }
}

const withWaiting = (model: KayitModel, { base, mine }: Sides) =>
  rebase({ base, mine, theirs: model.values() })

function conflictOf(model: KayitModel, sides: Sides, setSides: (sides: Sides | null) => void): Conflict {
  const { isShown, base } = sides
  const theirs = isShown ? model.base : sides.theirs
  return {
    isShown,
    differences: differences({ ...sides, theirs: theirs.values }),
    show: () => {
      setSides({ ...sides, mine: model.values(), isShown: true })
      model.load(theirs.values, theirs)
    },
    apply: () => {
      const merged = isShown
        ? withWaiting(model, sides)
        : rebase({ base, mine: model.values(), theirs: theirs.values })
      model.load(merged, theirs)
      setSides(null)
      toast.info('Yazdıklarınız güncel kayda aktarıldı. Kaydetmeden önce gözden geçirin.')
    },
    drop: () => setSides(null),
  }
}
