import { createChangeSearch } from '#client/lib/search-params.ts'
import type { ChangeListInput } from '#shared/change/schema.ts'

import { type ChangeSearch, parseChangeSearch } from './change-search.ts'

/** Returns the changed state; any change except that of the page leads to page 1. */
export const changeSearch = createChangeSearch(parseChangeSearch)

/** Returns the input of the list query. */
export function toChangeInput(search: ChangeSearch): ChangeListInput {
  const { page = 1, noun, actor, from, to } = search
  return { page, noun, actor, from, to }
}
