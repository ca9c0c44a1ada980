import type { ListCount } from './page-slice.ts'

/** The plan for the rows of a page. PostgreSQL cannot estimate a search's hits, so the statement leaves it no choice. */
export type ScanPlan =
  /** The count says that the page has no rows, and nothing is read. */
  | 'no-rows'
  /** Rows are read in the order of the list and tested until the page is full. */
  | 'ordered'
  /** As `ordered`, but only the first rows are tested (cars and customers, never chosen here). */
  | 'first-rows'
  /** Rows are found through the n-gram index, then sorted. */
  | 'ngram'
  /** All rows of the period or status are read, then sorted. */
  | 'filtered'
  /** PostgreSQL chooses, because its statistics suffice. */
  | 'planner'

export type ScanFilter = {
  /** A search tests rows if it finds many, or its month, status or open work has few. Any other reads the n-gram index. */
  search: 'none' | 'reads-index' | 'tests-rows'
  hasPeriod: boolean
  /** The kind of order: `dates` are in the index of days; `few-values` have many equal rows, which are sorted by id. */
  order: 'distinct' | 'dates' | 'few-values'
  page: number
  size: number
  /** The numbers of rows with the selected status and of all in the period; `undefined` without a status. */
  status?: { ofStatus: number; ofPeriod: number } | undefined
}

/** Rows of a period that are read and sorted for a page; of a longer period, the index of the order is read. */
const MAX_SORTED = 3_000

/** Rows of a status that are tested one after the other for a search. */
const MAX_LOOKED_THROUGH = 5_000

/** Returns whether a search tests all rows of its status instead of reading the n-gram index. */
export const looksThroughStatus = (status: ScanFilter['status']): boolean =>
  status !== undefined && status.ofStatus <= MAX_LOOKED_THROUGH

/** Chooses the plan for a page of a list; `count` is `undefined` where the plan does not depend on it. */
export function chooseScan(filter: ScanFilter, count: ListCount | undefined): ScanPlan {
  const { search, hasPeriod, page, size } = filter
  if (count !== undefined && !count.isMore && count.total <= (page - 1) * size) return 'no-rows'
  if (hasPeriod) {
    if (!sortsPeriod(filter, count)) return 'ordered'
    return search === 'reads-index' ? 'ngram' : 'filtered'
  }
  if (count !== undefined && sortsStatus(filter, count)) return 'filtered'
  if (search === 'none') return 'planner'
  return search === 'reads-index' ? 'ngram' : 'ordered'
}

const sortsPeriod = ({ order }: ScanFilter, count: ListCount | undefined): boolean =>
  order !== 'distinct' || count === undefined || !(count.isMore || count.total > MAX_SORTED)

/** Returns whether sorting all rows of a status reads fewer rows than testing an order until the page is full. */
function sortsStatus({ search, status, page, size }: ScanFilter, { isMore }: ListCount): boolean {
  if (status === undefined) return false
  if (search !== 'none') return !isMore && looksThroughStatus(status)
  return status.ofStatus ** 2 <= page * size * status.ofPeriod
}
