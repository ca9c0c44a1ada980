import { topics } from 'virtual:guide-text'

import { type GuideHit, searchGuide } from './guide.ts'

/** Returns the sections of the guide that a search finds. The file is loaded with the first search. */
export const findSections = (query: string): GuideHit[] => searchGuide(topics, query)
