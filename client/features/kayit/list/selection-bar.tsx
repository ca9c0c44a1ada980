import { Printer, RefreshCw, X } from 'lucide-react'

import { ChoiceMenu } from '#client/components/choice-menu.tsx'
import { formatCount } from '#client/lib/format.ts'
import { rescueFocus } from '#client/lib/rescue-focus.ts'
import { reserveActionBar } from '#client/lib/reserve-height.ts'
import { Button } from '#client/ui/button.tsx'

import { statusChoices } from './status-cell.tsx'

interface SelectionBarProps {
  count: number
  /** Absent for quotes, which have no status. */
  onStatus: ((durum: string) => void) | undefined
  onClear: () => void
}

const BUTTON =
  'inline-flex min-h-11 items-center gap-2 rounded-md border border-input bg-card px-4 font-medium hover:bg-sunken max-md:px-2 max-md:text-sm md:min-h-10'

function keepFocusAndSpace(bar: HTMLElement | null) {
  const [moveFocus, freeSpace] = [rescueFocus(bar), reserveActionBar(bar)]
  return () => {
    moveFocus()
    freeSpace?.()
  }
}

/** Offers the actions for the selected rows. While there are any, the list prints only these. */
export default function SelectionBar({ count, onStatus, onClear }: SelectionBarProps) {
  return (
    <section
      ref={keepFocusAndSpace}
      aria-label="Seçilen kayıtlar"
      data-bar="selection"
      data-print="hide"
      className="sticky bottom-[calc(var(--bottom-bar)+0.5rem)] z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg border-2 border-primary bg-card px-3 py-2 shadow-lg"
    >
      <p className="mr-auto font-semibold whitespace-nowrap max-md:text-sm">
        {`${formatCount(count)} kayıt`}
        <span className="max-md:sr-only"> seçildi</span>
      </p>
      {onStatus !== undefined && (
        <ChoiceMenu label="Durumu değiştir" choices={statusChoices()} onChoose={onStatus} className={BUTTON}>
          <RefreshCw aria-hidden className="max-md:hidden" />
          Durumu değiştir
        </ChoiceMenu>
      )}
      <Button variant="outline" className="max-md:px-0" onClick={() => window.print()}>
        <Printer aria-hidden />
        <span className="max-md:sr-only">Yazdır</span>
      </Button>
      <Button variant="ghost" className="max-md:px-0" onClick={onClear}>
        <X aria-hidden />
        <span className="max-md:sr-only">Seçimi bırak</span>
      </Button>
    </section>
  )
}
