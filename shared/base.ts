/** The path under which the whole application is served (specification §1). */
export const BASE_PATH = '/oto-servis'

/** Says for which user (id) a page of ours speaks: the cookie may have become somebody else's in another tab. */
export const PAGE_USER_HEADER = 'X-Page-User'
