/** The path under which the whole application is served (specification §1). */
export const BASE_PATH = '/oto-servis'

/**
 * Header with the id of the user for whom the page was loaded. Another user may have logged in to this browser since.
 */
export const PAGE_USER_HEADER = 'X-Page-User'

/** Header of calls that the page makes without its user: they do not count as use. */
export const UNATTENDED_HEADER = 'X-Unattended'
