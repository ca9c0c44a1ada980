import { ChevronDown, Download, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

import { type ExportChoice, exportFormats, ExportLink } from '#client/components/export-link.tsx'
import { MENU_LINE, MenuPanel } from '#client/components/menu-panel.tsx'
import { formatCount } from '#client/lib/format.ts'
import { cn } from '#client/lib/cn.ts'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import { Button } from '#client/ui/button.tsx'
import type { ExportFormat } from '#shared/export/schema.ts'
import { MAX_PDF_ROWS } from '#shared/options.ts'

interface ExportButtonProps {
  /** The format in the settings, which is offered first. */
  format: string
  /** The files; a press on the button itself downloads the first one. */
  choices: readonly ExportChoice[]
  /** Further options of the screen, in a phone's menu. */
  phoneOptions?: ReactNode
}

const NAME = 'Dışa aktarma seçenekleri'

/** 'Dışa aktar (XLSX)' with a menu of the other formats and files; a phone has only the menu. */
export function ExportButton({ format, choices, phoneOptions }: ExportButtonProps) {
  const { container, close, button, panel } = useDisclosure()
  const formats = exportFormats(format)
  const [main] = choices
  const first = formats.find((one) => main !== undefined && isPossible(main, one)) ?? 'XLSX'
  return (
    <div ref={container} data-print="hide" className="flex md:relative">
      {main !== undefined && (
        <Button asChild variant="outline" className="rounded-r-none max-md:hidden">
          <ExportLink choice={main} format={first}>
            <Download aria-hidden />
            Dışa aktar ({first})
          </ExportLink>
        </Button>
      )}
      <Button
        {...button}
        variant="outline"
        className={cn('px-2 md:min-w-9 md:rounded-l-none md:border-l-0', main === undefined && 'md:hidden')}
      >
        {phoneOptions === undefined ? (
          <span className="sr-only">{NAME}</span>
        ) : (
          <>
            <span className="sr-only max-md:hidden">{NAME}</span>
            <span className="sr-only md:hidden">Liste seçenekleri</span>
          </>
        )}
        <ChevronDown aria-hidden className="max-md:hidden" />
        <Ellipsis aria-hidden className="md:hidden" />
      </Button>
      {/* The menu is as wide as a phone's page, wherever the button is. */}
      <MenuPanel {...panel} className="mt-1 w-72 max-md:inset-x-4 max-md:top-auto max-md:mt-12 max-md:w-auto">
        {phoneOptions}
        {choices.map((choice) => (
          <div key={choice.path} className="not-first:mt-2">
            <p className="px-2 pt-1 text-sm font-semibold">{choice.title}</p>
            {choice.hint !== undefined && <p className="px-2 text-sm text-muted-foreground">{choice.hint}</p>}
            <div className="flex">
              {formats
                .filter((one) => isPossible(choice, one))
                .map((one) => (
                  <ExportLink
                    key={one}
                    choice={choice}
                    format={one}
                    aria-label={`${choice.title}: ${one}`}
                    className={MENU_LINE}
                    onStart={close}
                  >
                    <Download aria-hidden className="size-4" />
                    {one}
                  </ExportLink>
                ))}
            </div>
            {!isPossible(choice, 'PDF') && (
              <p className="px-2 pb-1 text-sm text-muted-foreground">{PDF_TOO_LONG}</p>
            )}
          </div>
        ))}
      </MenuPanel>
    </div>
  )
}

const PDF_TOO_LONG = `Bu liste PDF için çok uzun (en fazla ${formatCount(MAX_PDF_ROWS)} satır). XLSX ya da CSV seçin veya listeyi daraltın.`

/** Returns whether the format is offered: a list may be too long for a PDF. */
const isPossible = ({ rows = 0 }: ExportChoice, format: ExportFormat) =>
  format !== 'PDF' || rows <= MAX_PDF_ROWS
