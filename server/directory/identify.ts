import { diffFields, isSame, nonEmptyFacts } from '#server/platform/core/own-rows.ts'
import type { Day } from '#shared/date.ts'

import { rootOf } from './links.ts'
import type { VisitSums } from './visit-totals.ts'

/** The columns that cars and customers have beside their own. */
type LinkedRow = { id: number; seen_day: Day; merged_into: number | null; erased_at: Date | null }

export const LINKED_COLUMNS = ['id', 'seen_day', 'merged_into', 'erased_at'] as const

/** A visit: the facts and day of its record, the record's car, and the car or customer that its form took over. */
export type VisitInput<Facts> = { facts: Facts; day: Day; vehicleId?: number; chosenId?: number | undefined }

/**
 * All cars or customers that a visit may be of, with those that they were merged into; the last customer of each car
 * that it may be of; and the id that a new one gets.
 */
export type IdentityState<Row> = {
  rows: readonly Row[]
  lastOfCars?: ReadonlyMap<number, Row>
  nextId: number
}

/**
 * The former car or customer of a changed record. `id` is `null` if none was linked; `isShared`: other records have it
 * too; `describes`: unchanged facts describe it as well, because a quote becomes its visit.
 */
export type FormerLink<Facts> = {
  id: number | null
  facts: Facts
  isShared: boolean
  describes?: boolean
}

/** The car or customer of a record: the row of a new one, and the changes of stored ones. */
export type LinkPlan<Row> = {
  id: number
  row?: Omit<Row, 'merged_into' | 'erased_at'> & Partial<VisitSums>
  changes: readonly { id: number; change: Partial<Row> }[]
}

/** The rules that cars and customers do not share. */
type Rules<Facts extends object, Row extends Facts & LinkedRow> = {
  keysOf: (facts: Facts) => object
  /** The texts by which a row is found, searched and sorted. */
  derivedColumns: (facts: Facts) => Omit<Row, keyof Facts | keyof LinkedRow>
  find: (state: IdentityState<Row>, visit: VisitInput<Facts>) => Row | undefined
  /** Whether a record names a row by its own keys, and not by those of one merged into it. */
  isNamed: (row: Row, facts: Facts) => boolean
  /** Whether a record of an erased row still names no person. */
  isNamedAsErased: (row: Row, facts: Facts) => boolean
  /** Whether two records name one that is called the same: by its plate, or by the customer's name. */
  isCalledSame: (one: Facts, other: Facts) => boolean
  /** Returns the changed facts that correct a row which the record does not name by its own keys. */
  correctionsOf: (row: Row | undefined, changed: Partial<Facts>) => Partial<Facts>
}

type NewFacts<Facts> = { facts: Partial<Facts>; day: Day }

/** Decides without a database which car or customer a record is linked to. */
export class Identification<Facts extends object, Row extends Facts & LinkedRow> {
  readonly #rules: Rules<Facts, Row>

  constructor(rules: Rules<Facts, Row>) {
    this.#rules = rules
  }

  /**
   * Decides for a new record, or for a changed one. `state` may be `null` if the texts of a linked record stay, which
   * then keeps its link, also one that was set by hand.
   */
  plan(
    state: IdentityState<Row> | null,
    visit: VisitInput<Facts>,
    before: FormerLink<Facts> | undefined,
  ): LinkPlan<Row> {
    if (before !== undefined && before.id !== null && isSame(before.facts, visit.facts))
      return { id: before.id, changes: before.describes === true ? this.#named(state, before.id, visit) : [] }
    if (state === null) throw new Error('The links of a record are decided without their state.')
    if (before === undefined) return this.#planNew(state, visit)
    // An older version stored it without links, and nothing is known of it.
    if (before.id === null) return this.#planNew(state, { ...visit, chosenId: undefined })
    return this.#planChanged(state, visit, { ...before, id: before.id })
  }

  /** Returns what a visit changes in its linked row; nothing if it was linked by hand and names another one. */
  #named(state: IdentityState<Row> | null, id: number, visit: VisitInput<Facts>): LinkPlan<Row>['changes'] {
    const row = ifUnerased(state === null ? undefined : rowAt(state, id))
    const isOwn = row !== undefined && row.merged_into === null && this.#rules.isNamed(row, visit.facts)
    return isOwn ? this.#changesBy(row, visit) : []
  }

  /** Decides for a record that has to leave `not`: another one that it names, otherwise a new one. */
  planOther(state: IdentityState<Row>, visit: VisitInput<Facts>, not: readonly number[]): LinkPlan<Row> {
    const others = { ...state, rows: state.rows.filter(({ id }) => !not.includes(id)) }
    const known = this.#rules.find(others, visit)
    return known === undefined ? this.#added(state, visit) : this.#described(known, visit)
  }

  /** The facts of the visit replace those of earlier visits. */
  #planNew(state: IdentityState<Row>, visit: VisitInput<Facts>): LinkPlan<Row> {
    const known = this.#knownIn(state, visit)
    return known === undefined ? this.#added(state, visit) : this.#described(...known)
  }

  /** Facts that no other row has correct the row if this is its only record; otherwise the record moves to another. */
  #planChanged(
    state: IdentityState<Row>,
    visit: VisitInput<Facts>,
    before: FormerLink<Facts> & { id: number },
  ): LinkPlan<Row> {
    const { keysOf, find, isNamed, isNamedAsErased, isCalledSame, correctionsOf } = this.#rules
    const { facts, day } = visit
    const { id } = before
    const own = rowAt(state, id)
    if (own !== undefined && own.erased_at !== null)
      return isNamedAsErased(own, facts)
        ? { id, changes: [] }
        : this.#planNew(state, { ...visit, chosenId: undefined })
    // A row that was linked by hand stays as long as the record calls it the same.
    const isOwnName = own !== undefined && isNamed(own, before.facts)
    const isStaying = isOwnName ? !before.isShared : isCalledSame(before.facts, facts)
    const isKept = visit.chosenId === id || isSame(keysOf(before.facts), keysOf(facts))
    const row = isKept ? own : (find(state, visit) ?? (isStaying ? own : undefined))
    if (row === undefined) return this.#added(state, visit)
    const isOwn = row.id === id
    if (own === undefined || (!isOwn && row.id === rootOf(row)) || rootOf(row) !== rootOf(own))
      return this.#described(row, visit)
    const root = own.merged_into === null ? own : rowAt(state, own.merged_into)
    const isCorrected = isOwn && isOwnName && root === own
    const correction = isCorrected ? facts : correctionsOf(root, diffFields(before.facts, facts) ?? {})
    return {
      id,
      changes: [
        // The record stays with the merged row, so that the rows can be separated again.
        ...(isOwn && own.merged_into !== null ? this.#changesBy(own, visit) : []),
        ...(root === undefined ? [] : this.#changesBy(root, { facts: correction, day })),
      ],
    }
  }

  /**
   * Returns the row that the form took over, otherwise the one that the record names, and the facts that describe it. If
   * the row taken over was merged into another, only the facts typed since then describe that one.
   */
  #knownIn(state: IdentityState<Row>, visit: VisitInput<Facts>): [Row, NewFacts<Facts>] | undefined {
    // An older form or draft would otherwise bring erased texts back.
    const chosen = ifUnerased(rowAt(state, visit.chosenId))
    const row = chosen ?? this.#rules.find(state, visit)
    if (chosen === undefined || chosen.merged_into === null) return row && [row, visit]
    const root = rowAt(state, chosen.merged_into)
    return root && [root, { day: visit.day, facts: diffFields<Facts>(chosen, visit.facts) ?? {} }]
  }

  #added({ nextId: id }: IdentityState<Row>, { facts, day }: VisitInput<Facts>): LinkPlan<Row> {
    const row = { id, ...facts, ...this.#rules.derivedColumns(facts), seen_day: day }
    return { id, row: row as unknown as NonNullable<LinkPlan<Row>['row']>, changes: [] }
  }

  /** Leaves a merged row as it was, so that searches still find it; the visit counts for the other one. */
  #described(row: Row, visit: NewFacts<Facts>): LinkPlan<Row> {
    return { id: rootOf(row), changes: row.merged_into === null ? this.#changesBy(row, visit) : [] }
  }

  /** Returns what a visit changes in a row: the latest visit wins, its empty facts change nothing. */
  #changesBy(row: Row, { facts, day }: NewFacts<Facts>): LinkPlan<Row>['changes'] {
    if (day < row.seen_day) return []
    const described: Row = { ...row, ...nonEmptyFacts(facts) }
    const change = diffFields(row, { ...described, ...this.#rules.derivedColumns(described) })
    return change === null ? [] : [{ id: row.id, change: { ...change, seen_day: day } }]
  }
}

export const ifUnerased = <Row extends LinkedRow>(row: Row | undefined): Row | undefined =>
  row?.erased_at === null ? row : undefined

const rowAt = <Row extends LinkedRow>({ rows }: IdentityState<Row>, id: number | undefined) =>
  rows.find((row) => row.id === id)
