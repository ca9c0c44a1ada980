import { TriangleAlert } from 'lucide-react'

import { cn } from '#client/lib/cn.ts'

export interface FieldNoteProps {
  id: string
  className?: string
  /** The message; '' while there is nothing to say. */
  children: string
}

/**
 * A quiet remark on what was typed, never in the way. It stands on the page before it has something to say, so
 * that screen readers speak it politely when it comes; empty it takes no room.
 */
export function FieldNote({ id, className, children }: FieldNoteProps) {
  return (
    <output id={id} className={cn('flex items-start gap-1.5 text-sm text-warning empty:absolute', className)}>
      {children !== '' && <TriangleAlert aria-hidden className="mt-0.5 size-4" />}
      {children}
    </output>
  )
}
