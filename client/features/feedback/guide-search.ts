import { topics } from 'virtual:guide-text'

import { type GuideHit, searchGuide } from './guide.ts'

/** Returns the sections of the guide that a search finds. The file is loaded with the first search. */
export default function findSections(query: string): GuideHit[] {
  return searchGuide(topics, query)
}
