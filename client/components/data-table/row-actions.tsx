import type { ComponentProps, ReactElement, ReactNode } from 'react'

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
const COVERING_LINK = 'max-md:absolute max-md:inset-0 max-md:h-full max-md:w-full'

/** The widths at which only the icons fit; a phone's card always shows the words. */
const NARROW = {
  tablet: narrow('md:max-xl:gap-0', 'md:max-xl:min-w-9 md:max-xl:px-2', 'md:max-xl:sr-only'),
  always: narrow('md:gap-0', 'md:min-w-9 md:px-2', 'md:sr-only'),
  tight: narrow('md:gap-0', 'md:min-w-7 md:px-1 lg:min-w-8 lg:px-1.5 xl:min-w-9 xl:px-2', 'md:sr-only'),
}

/** Joins the classes once instead of for each row. */
function narrow(gap: string, width: string, name: string) {
  const button = cn(QUIET, width)
  return {
    row: `flex justify-end gap-1 ${gap}`,
    name,
    nameInMenu: cn(name, 'max-md:sr-only'),
    open: cn(button, COVERING),
    openCard: cn(button, COVERING_LINK),
    button,
    remove: cn(button, 'relative'),
    desktopButton: cn(button, 'max-lg:hidden'),
    wideRemove: cn(button, 'relative max-md:hidden'),
  }
}

interface RowActionsProps {
  narrow: keyof typeof NARROW
  /** `opener` is the pressed button; absent for a user who may not delete. */
  onDelete?: ((opener: HTMLElement) => void) | undefined
  /** A phone's menu with the other actions, at the end of the card. */
  menu?: ReactNode
  /** An action between the other two, on wide screens. */
  more?: ReactNode
  /** Renders the button or link that opens the row with these props; absent if rows cannot be opened. */
  children?: (props: OpenProps) => ReactElement
}

interface OpenProps {
  'data-slot': 'button'
  'data-opens': true
  className: string
  children: ReactNode
}

/** The actions of a row. On a phone the target that opens the row covers the whole card. */
export function RowActions({ narrow: width, onDelete, menu, more, children: open }: RowActionsProps) {
  const look = NARROW[width]
  const hasMenu = menu !== undefined
  return (
    <div className={look.row}>
      {open?.({
        'data-slot': 'button',
        ...ROW_OPENER,
        className: hasMenu ? look.openCard : look.open,
        children: (
          <>
            {hasMenu ? GLYPHS.pencilOnWide : GLYPHS.pencil}
            <span className={hasMenu ? look.nameInMenu : look.name}>Düzenle</span>
          </>
        ),
      })}
      {more}
      {onDelete !== undefined && (
        <RowButton
          narrow={width}
          className={hasMenu ? look.wideRemove : look.remove}
          onClick={(event) => onDelete(event.currentTarget)}
          icon={GLYPHS.trash}
          name="Sil"
        />
      )}
      {menu}
    </div>
  )
}

interface RowButtonProps extends ComponentProps<'button'>, Pick<RowActionsProps, 'narrow'> {
  icon: ReactElement
  name: string
}

/** A button of a row. Without a `className` it is shown from 1024 px on, because only two fit on a tablet. */
export function RowButton({ narrow: width, icon, name, className, ...props }: RowButtonProps) {
  const look = NARROW[width]
  return (
    <button
      data-slot="button"
      type="button"
      className={className ?? look.desktopButton}
      title={width === 'tablet' ? undefined : name}
      {...props}
    >
      {icon}
      <span className={look.name}>{name}</span>
    </button>
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
