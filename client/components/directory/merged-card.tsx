import { useId, type ReactNode } from 'react'

import { rescueFocus } from '#client/lib/rescue-focus.ts'
import { Button } from '#client/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'
import { isolated } from '#shared/bidi.ts'

interface MergedCardProps {
  merged: readonly { id: number; name: ReactNode; label: string }[]
  isPending: boolean
  onSeparate: (id: number) => void
}

/**
 * The cars or customers that the user has merged, each with a button that separates it. Without any it renders nothing.
 */
export function MergedCard({ merged, isPending, onSeparate }: MergedCardProps) {
  const id = useId()
  if (merged.length === 0) return null
  return (
    <Card ref={rescueFocus} aria-labelledby={id} className="md:p-4" data-print="hide">
      <CardHeader className="mb-2">
        <CardTitle id={id}>Birleştirilenler</CardTitle>
      </CardHeader>
      <ul className="grid gap-1">
        {merged.map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{one.name}</span>
            <Button
              variant="outline"
              size="sm"
              isPending={isPending}
              aria-label={`Ayır: ${isolated(one.label)}`}
              onClick={() => onSeparate(one.id)}
            >
              Ayır
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
