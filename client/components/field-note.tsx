import { TriangleAlert } from 'lucide-react'

import { cn } from '#client/lib/cn.ts'

interface FieldNoteProps {
  id: string
  className?: string
  /** The message, '' for none. */
  children: string
}

/**
 * A note about the typed value that never blocks a save. It is rendered before it has a text, because screen readers
 * announce only changes of an existing live region; empty, it takes no space.
 */
export function FieldNote({ id, className, children }: FieldNoteProps) {
  return (
    <output id={id} className={cn('flex items-start gap-1.5 text-sm text-warning empty:absolute', className)}>
      {children !== '' && <TriangleAlert aria-hidden className="mt-0.5 size-4" />}
      {children}
    </output>
  )
}
