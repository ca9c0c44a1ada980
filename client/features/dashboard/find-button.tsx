import { Search } from 'lucide-react'
import { use } from 'react'

import { OpenSearch } from '#client/lib/open-search.ts'

/** Opens the search of every screen; it is drawn as a plate, because most users look for a car. */
export function FindButton() {
  return (
    <button
      type="button"
      onClick={use(OpenSearch)}
      className="flex h-16 min-w-0 grow items-center overflow-hidden rounded-[8px] border-2 border-plate-ink bg-plate text-left text-plate-ink outline-[1.5px] outline-(--plate-rim) focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ring"
    >
      <span
        aria-hidden
        className="grid w-9 shrink-0 place-items-end justify-center self-stretch bg-plate-band pb-2 text-sm leading-none font-semibold text-[#fff] md:w-10"
      >
        TR
      </span>
      <span className="min-w-0 grow truncate px-4 text-xl font-medium text-[#55606d] md:text-2xl">
        <span className="sr-only">Ara: </span>
        Plaka, ad ya da telefon
      </span>
      <Search aria-hidden className="mr-4 size-6 shrink-0" />
    </button>
  )
}
