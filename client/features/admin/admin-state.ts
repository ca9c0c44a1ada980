import { createChangeSearch } from '#client/lib/search-params.ts'

import { parseAdminSearch } from './admin-search.ts'

/** Returns the changed state; any change except that of the page leads to page 1. */
export const changeSearch = createChangeSearch(parseAdminSearch)
