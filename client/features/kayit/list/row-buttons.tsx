import { use } from 'react'

import { ROW_OPENER } from '#client/components/open-row.ts'
import { cn } from '#client/lib/cn.ts'
import { buttonVariants } from '#client/ui/button.tsx'
import { GLYPHS } from '#client/ui/glyph.tsx'
import type { KayitListItem } from '#shared/kayit/schema.ts'

import { ListContext } from './context.ts'
import { RowLink } from './row-link.tsx'
import { RowMenu } from './row-menu.tsx'

/**
 * The buttons are drawn in the row under the pointer or the focus, and always where there is no pointer; they stay in
 * the accessibility tree. On a phone's card only the link remains, and covers the card.
 */
const BUTTONS =
  'flex items-center gap-0.5 max-md:contents md:max-lg:gap-0 [@media(hover:hover)]:md:opacity-0 md:group-hover/row:opacity-100 md:group-focus-within/row:opacity-100'
const BUTTON = cn(
  buttonVariants({ variant: 'ghost', size: 'sm' }),
  'md:min-h-8 md:min-w-8 md:px-0 md:text-xs md:text-muted-foreground md:hover:text-foreground md:max-lg:min-w-7',
)
const OUTLINED = 'xl:border xl:border-input xl:bg-card xl:px-1.5 xl:text-foreground'

const LOOK = {
  open: cn(BUTTON, OUTLINED, 'max-md:absolute max-md:inset-0 max-md:h-full max-md:w-full'),
  name: 'max-xl:sr-only',
  pdf: cn(BUTTON, OUTLINED, 'max-xl:hidden'),
  remove: cn(BUTTON, 'max-md:hidden'),
}

/** Shows the buttons of a record's row: open, document, delete, and the menu with the rest. */
export function RowButtons({ row }: { row: KayitListItem }) {
  const { onDelete, canDelete, onPdf } = use(ListContext)
  return (
    <div className="flex items-center justify-end gap-0.5 md:-ml-2 md:max-lg:gap-0">
      <span className={BUTTONS}>
        <RowLink {...ROW_OPENER} data-slot="button" kayitId={row.kayit_id} className={LOOK.open}>
          {GLYPHS.pencilOnTablet}
          <span className={LOOK.name}>Düzenle</span>
        </RowLink>
        {onPdf !== undefined && (
          <button
            type="button"
            data-slot="button"
            title="KDV’siz PDF"
            className={LOOK.pdf}
            onClick={() => void onPdf(row, 'kdvsiz')}
          >
            PDF
          </button>
        )}
        {canDelete && (
          <button
            type="button"
            data-slot="button"
            title="Sil"
            className={LOOK.remove}
            onClick={(event) => onDelete(row, event.currentTarget)}
          >
            {GLYPHS.trash}
            <span className="sr-only">Sil</span>
          </button>
        )}
      </span>
      <RowMenu row={row} />
    </div>
  )
}
