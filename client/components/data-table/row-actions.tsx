import { Pencil, Trash2 } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

import { Button } from '#client/ui/button.tsx'

import type { ListActions } from './list-context.ts'

/** The widths at which only the icons fit; the card of a phone always has room for the words. */
const NARROW = {
  tablet: { row: 'md:max-xl:gap-0', button: 'md:max-xl:min-w-9 md:max-xl:px-2', name: 'md:max-xl:sr-only' },
  always: { row: 'md:gap-0', button: 'md:min-w-9 md:px-2', name: 'md:sr-only' },
}

interface RowActionsProps {
  narrow: keyof typeof NARROW
  /** `opener` is the pressed button. */
  onDelete: (opener: HTMLElement) => void
  /** Renders the button or link that opens the row around its name; absent where rows cannot be opened. */
  children?: (name: ReactNode) => ReactElement
}

/** The actions of a row. On a phone the target that opens the row covers the whole card. */
export function RowActions({ narrow, onDelete, children }: RowActionsProps) {
  const { row, button, name } = NARROW[narrow]
  return (
    <div className={`flex justify-end gap-1 ${row}`}>
      {children !== undefined && (
        <Button
          asChild
          variant="ghost"
          size="sm"
          className={`${button} max-md:after:absolute max-md:after:inset-0`}
        >
          {children(
            <>
              <Pencil aria-hidden />
              <span className={name}>Düzenle</span>
            </>,
          )}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        className={`${button} relative text-destructive`}
        onClick={(event) => onDelete(event.currentTarget)}
      >
        <Trash2 aria-hidden />
        <span className={name}>Sil</span>
      </Button>
    </div>
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
