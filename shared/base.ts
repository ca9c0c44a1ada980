/** The path under which the whole application is served (specification §1). */
export const BASE_PATH = '/oto-servis'
