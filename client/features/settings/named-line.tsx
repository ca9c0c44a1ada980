import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { ROW_OPENER, PRESSABLE_ROW } from '#client/components/open-row.ts'
import { cn } from '#client/lib/cn.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated } from '#shared/bidi.ts'

interface NamedLineProps {
  name: string
  /** Short text beside or below the name. */
  about: ReactNode
  onEdit: () => void
  onDelete: () => void
}

/** Shows a line of the price list or of the ready packages. */
export function NamedLine({ name, about, onEdit, onDelete }: NamedLineProps) {
  return (
    <li
      {...PRESSABLE_ROW}
      className={cn(
        PRESSABLE_ROW.className,
        'flex items-center gap-1 border-t border-border py-1 pr-1 pl-3 last:rounded-b-lg hover:bg-sunken md:pr-3 md:pl-5',
      )}
    >
      <div className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-muted-foreground">{about}</span>
      </div>
      <Button
        {...ROW_OPENER}
        variant="ghost"
        size="sm"
        className="text-muted-foreground"
        aria-label={`Düzenle: ${isolated(name)}`}
        onClick={onEdit}
      >
        Düzenle
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="text-muted-foreground"
        aria-label={`Sil: ${isolated(name)}`}
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
