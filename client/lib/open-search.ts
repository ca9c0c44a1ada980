import { createContext } from 'react'

/** Opens the search of every screen. */
export const OpenSearch = createContext(() => {})
