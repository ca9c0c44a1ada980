import { Pencil, Trash2 } from 'lucide-react'
import { use } from 'react'

import { ChoiceMenu } from '#client/components/choice-menu.tsx'
import { ROW_OPENER } from '#client/components/open-row.ts'
import { cn } from '#client/lib/cn.ts'
import { buttonVariants } from '#client/ui/button.tsx'
import { GLYPHS } from '#client/ui/glyph.tsx'
import { isolated } from '#shared/bidi.ts'
import type { Expense } from '#shared/expense/schema.ts'

import { ListContext } from './list-context.ts'

/**
 * The buttons are drawn in the row under the pointer or the focus, and always where there is no pointer; they stay in
 * the accessibility tree. On a phone only the opener remains, and covers the row.
 */
const BUTTONS =
  'flex items-center gap-0.5 max-md:contents [@media(hover:hover)]:md:opacity-0 md:group-hover/row:opacity-100 md:group-focus-within/row:opacity-100'
const QUIET = cn(buttonVariants({ variant: 'ghost', size: 'sm' }), 'md:min-h-8 md:min-w-8 md:px-0 md:text-xs')
const LOOK = {
  open: cn(
    QUIET,
    'md:px-1.5 xl:border xl:border-input xl:bg-card max-md:absolute max-md:inset-0 max-md:h-full max-md:w-full',
  ),
  remove: cn(QUIET, 'text-muted-foreground max-md:hidden'),
  menu: cn(
    buttonVariants({ variant: 'ghost', size: 'icon' }),
    'max-md:absolute max-md:top-2.5 max-md:right-0.5 md:size-8',
  ),
}

const CHOICES = [
  { value: 'edit', content: <Choice Icon={Pencil} name="Düzenle" /> },
  { value: 'delete', content: <Choice Icon={Trash2} name="Sil" /> },
]

function Choice({ Icon, name }: { Icon: typeof Pencil; name: string }) {
  return (
    <>
      <Icon aria-hidden />
      {name}
    </>
  )
}

/** The buttons of an expense's row: edit, delete, and a menu with both. */
export function ExpenseRowButtons({ row }: { row: Expense }) {
  const { onEdit, onDelete } = use(ListContext)
  return (
    <div className="flex items-center justify-end gap-0.5">
      <span className={BUTTONS}>
        <button
          type="button"
          data-slot="button"
          {...ROW_OPENER}
          className={LOOK.open}
          onClick={() => onEdit?.(row)}
        >
          {GLYPHS.pencilOnTablet}
          <span className="max-xl:sr-only">Düzenle</span>
        </button>
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
      </span>
      <ChoiceMenu
        label={`Diğer işlemler: ${isolated(row.title)}`}
        choices={CHOICES}
        className={LOOK.menu}
        onChoose={(choice, opener) => (choice === 'edit' ? onEdit?.(row) : onDelete(row, opener))}
      >
        {GLYPHS.dots}
      </ChoiceMenu>
    </div>
  )
}
