import { Fragment } from 'react'

import { isTurning, withinIsolate } from '#shared/bidi.ts'
import type { ACROSS } from '#shared/search/across.ts'
import {
  highlightPhoneRanges,
  highlightRanges,
  highlightSimilarRanges,
  highlightVehicleRanges,
  highlightWordRanges,
} from '#shared/turkish.ts'

const RANGES = {
  name: highlightRanges,
  words: highlightWordRanges,
  similar: highlightSimilarRanges,
  vehicle: highlightVehicleRanges,
  phone: highlightPhoneRanges,
}

export interface HighlightProps {
  text: string
  query: string
  /** The kind of text: plates and chassis numbers treat all letters I as one and ignore spaces (decisions: search). */
  kind?: keyof typeof RANGES
  /** Given if the words are in different texts of the row, so that each text marks those that it has. */
  across?: typeof ACROSS | undefined
}

/**
 * The text with the search's hits in `<mark>`, by the rules of the server's search. It is isolated from its
 * surroundings.
 */
export function Highlight({ text: typed, query, kind = 'name', across = RANGES }: HighlightProps) {
  const text = withinIsolate(typed)
  const ranges = across[kind](text, query)
  const pieces = ranges.map(([start, end], index) => (
    <Fragment key={start}>
      {text.slice(ranges[index - 1]?.[1] ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
    </Fragment>
  ))
  const marked = (
    <>
      {pieces}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  )
  return isTurning(text) ? <bdi>{marked}</bdi> : marked
}
