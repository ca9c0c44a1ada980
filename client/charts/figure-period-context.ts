import { createContext } from 'react'

/** The period of the figures on the screen, for the names of their files. */
export const FigurePeriodContext = createContext('')
