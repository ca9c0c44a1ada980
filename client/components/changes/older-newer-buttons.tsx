import { ChevronLeft, ChevronRight } from 'lucide-react'

import { Button } from '#client/ui/button.tsx'

interface OlderNewerButtonsProps {
  /** The page number; 1 is the newest. */
  page: number
  /** Whether there are older entries. */
  more: boolean
  onPage: (page: number) => void
}

/** The page buttons of a list by time, whose entries are not counted. A list of one page renders nothing. */
export function OlderNewerButtons({ page, more, onPage }: OlderNewerButtonsProps) {
  if (page === 1 && !more) return null
  return (
    <fieldset
      aria-label="Sayfalama"
      className="mt-4 flex min-w-0 flex-wrap items-center justify-between gap-3"
    >
      <Button
        variant="outline"
        aria-disabled={page === 1 || undefined}
        className="aria-disabled:opacity-55"
        onClick={() => page > 1 && onPage(page - 1)}
      >
        <ChevronLeft aria-hidden />
        Daha yeni
      </Button>
      <output className="text-sm text-muted-foreground max-md:order-first max-md:basis-full max-md:text-center">{`Sayfa ${page}`}</output>
      <Button
        variant="outline"
        aria-disabled={!more || undefined}
        className="aria-disabled:opacity-55"
        onClick={() => more && onPage(page + 1)}
      >
        Daha eski
        <ChevronRight aria-hidden />
      </Button>
    </fieldset>
  )
}
