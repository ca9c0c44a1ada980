import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

import { cn } from '#client/lib/cn.ts'
import { Button, type ButtonProps } from '#client/ui/button.tsx'

import type { ListActions } from './list-context.ts'

/** The widths at which only the icons fit; the card of a phone always has room for the words. */
const NARROW = {
  tablet: { row: 'md:max-xl:gap-0', button: 'md:max-xl:min-w-9 md:max-xl:px-2', name: 'md:max-xl:sr-only' },
  always: { row: 'md:gap-0', button: 'md:min-w-9 md:px-2', name: 'md:sr-only' },
  tight: { row: 'md:gap-0', button: 'md:min-w-7 md:px-1 lg:min-w-9 lg:px-2', name: 'md:sr-only' },
}

/** At rest the buttons of a row are quiet, but in their place and with their names. */
const QUIET =
  'md:text-muted-foreground md:group-focus-within/row:text-foreground md:group-hover/row:text-foreground'

interface RowActionsProps {
  narrow: keyof typeof NARROW
  /** `opener` is the pressed button. */
  onDelete: (opener: HTMLElement) => void
  /** On a phone the other actions are in this menu, at the end of the card. */
  menu?: ReactNode
  /** Between the other two, on wide screens. */
  more?: ReactNode
  /** Renders the button or link that opens the row around its name; absent where rows cannot be opened. */
  children?: (name: ReactNode) => ReactElement
}

/** The actions of a row. On a phone the target that opens the row covers the whole card. */
export function RowActions({ narrow, onDelete, menu, more, children }: RowActionsProps) {
  const { row, button, name } = NARROW[narrow]
  return (
    <div className={`flex justify-end gap-1 ${row}`}>
      {children !== undefined && (
        <Button
          asChild
          variant="ghost"
          size="sm"
          className={cn(
            QUIET,
            button,
            menu === undefined
              ? 'max-md:after:absolute max-md:after:inset-0'
              : 'max-md:absolute max-md:inset-0 max-md:h-full max-md:w-full',
          )}
        >
          {children(
            <>
              <Pencil aria-hidden className={cn(menu !== undefined && 'max-md:hidden')} />
              <span className={cn(name, menu !== undefined && 'max-md:sr-only')}>Düzenle</span>
            </>,
          )}
        </Button>
      )}
      {more}
      <QuietButton
        narrow={narrow}
        className={cn('relative', menu !== undefined && 'max-md:hidden')}
        onClick={(event) => onDelete(event.currentTarget)}
        Icon={Trash2}
        name="Sil"
      />
      {menu}
    </div>
  )
}

interface QuietButtonProps extends ButtonProps, Pick<RowActionsProps, 'narrow'> {
  Icon: LucideIcon
  name: string
}

/** One of the buttons of a row. */
export function QuietButton({ narrow, Icon, name, className, ...props }: QuietButtonProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className={cn(QUIET, NARROW[narrow].button, className)}
      title={narrow === 'tablet' ? undefined : name}
      {...props}
    >
      <Icon aria-hidden />
      <span className={NARROW[narrow].name}>{name}</span>
    </Button>
  )
}

interface EditActionsProps<Row> extends Pick<RowActionsProps, 'narrow'> {
  row: Row
  actions: ListActions<Row>
}

/** The buttons of a row that is edited in a dialog. */
export function EditActions<Row>({ narrow, row, actions }: EditActionsProps<Row>) {
  const { onEdit, onDelete } = actions
  return (
    <RowActions narrow={narrow} onDelete={(opener) => onDelete(row, opener)}>
      {(name) => (
        <button type="button" onClick={() => onEdit?.(row)}>
          {name}
        </button>
      )}
    </RowActions>
  )
}
