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

/** The widths at which only the icons fit; a phone's card always shows the words. */
const NARROW = {
  tablet: narrow('md:max-xl:gap-0', 'md:max-xl:min-w-9 md:max-xl:px-2', 'md:max-xl:sr-only'),
  always: narrow('md:gap-0', 'md:min-w-9 md:px-2', 'md:sr-only'),
}

/** Joins the classes once instead of for each row. */
function narrow(gap: string, width: string, name: string) {
  const button = cn(QUIET, width)
  return {
    row: `flex justify-end gap-1 ${gap}`,
    name,
    open: cn(button, COVERING),
    remove: cn(button, 'relative'),
  }
}

interface RowActionsProps {
  narrow: keyof typeof NARROW
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
export function RowActions({ narrow: width, onDelete, children: open }: RowActionsProps) {
  const look = NARROW[width]
  return (
    <div className={look.row}>
      {open?.({
        'data-slot': 'button',
        ...ROW_OPENER,
        className: look.open,
        children: (
          <>
            {GLYPHS.pencil}
            <span className={look.name}>Düzenle</span>
          </>
        ),
      })}
      {onDelete !== undefined && (
        <button
          data-slot="button"
          type="button"
          className={look.remove}
          title={width === 'tablet' ? undefined : 'Sil'}
          onClick={(event) => onDelete(event.currentTarget)}
        >
          {GLYPHS.trash}
          <span className={look.name}>Sil</span>
        </button>
      )}
    </div>
  )
}

interface EditActionsProps<Row> extends Pick<RowActionsProps, 'narrow'> {
  row: Row
  actions: ListActions<Row>
}

/** The buttons of a row that is edited in a dialog. */
export function EditActions<Row>({ narrow: width, row, actions }: EditActionsProps<Row>) {
  const { onEdit, onDelete } = actions
  return (
    <RowActions narrow={width} onDelete={(opener) => onDelete(row, opener)}>
      {({ children, ...props }) => (
        <button type="button" {...props} onClick={() => onEdit?.(row)}>
          {children}
        </button>
      )}
    </RowActions>
  )
}
