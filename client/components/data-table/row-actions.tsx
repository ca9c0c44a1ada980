import type { ComponentProps, ReactElement } from 'react'

import { ROW_OPENER } from '#client/components/open-row.ts'
import { cn } from '#client/lib/cn.ts'
import { buttonVariants } from '#client/ui/button.tsx'
import { GLYPHS } from '#client/ui/glyph.tsx'

import type { ListActions } from './list-context.ts'

/** The buttons of a row without pointer or focus: muted, but visible with their names. */
const QUIET = cn(
  buttonVariants({ variant: 'ghost', size: 'sm' }),
  'md:text-muted-foreground md:group-focus-within/row:text-foreground md:group-hover/row:text-foreground',
)
const COVERING = 'max-md:after:absolute max-md:after:inset-0'

/** Only the icons are shown; a phone's card shows the words. */
const BUTTON = cn(QUIET, 'md:min-w-9 md:px-2')
const LOOK = {
  row: 'flex justify-end gap-1 md:gap-0',
  name: 'md:sr-only',
  open: cn(BUTTON, COVERING),
  remove: cn(BUTTON, 'relative'),
}

interface RowActionsProps {
  /** `opener` is the pressed button; absent for a user who may not delete. */
  onDelete?: ((opener: HTMLElement) => void) | undefined
  /** Renders the button or link that opens the row with these props; absent if rows cannot be opened. */
  children?: (props: OpenProps) => ReactElement
}

interface OpenProps {
  'data-slot': 'button'
  'data-opens': true
  className: string
  children: ComponentProps<'button'>['children']
}

/** The actions of a row. On a phone the target that opens the row covers the whole card. */
export function RowActions({ onDelete, children: open }: RowActionsProps) {
  return (
    <div className={LOOK.row}>
      {open?.({
        'data-slot': 'button',
        ...ROW_OPENER,
        className: LOOK.open,
        children: (
          <>
            {GLYPHS.pencil}
            <span className={LOOK.name}>Düzenle</span>
          </>
        ),
      })}
      {onDelete !== undefined && (
        <button
          data-slot="button"
          type="button"
          className={LOOK.remove}
          title="Sil"
          onClick={(event) => onDelete(event.currentTarget)}
        >
          {GLYPHS.trash}
          <span className={LOOK.name}>Sil</span>
        </button>
      )}
    </div>
  )
}

interface EditActionsProps<Row> {
  row: Row
  actions: ListActions<Row>
}

/** The buttons of a row that is edited in a dialog. */
export function EditActions<Row>({ row, actions }: EditActionsProps<Row>) {
  const { onEdit, onDelete } = actions
  return (
    <RowActions onDelete={(opener) => onDelete(row, opener)}>
      {({ children, ...props }) => (
        <button type="button" {...props} onClick={() => onEdit?.(row)}>
          {children}
        </button>
      )}
    </RowActions>
  )
}
