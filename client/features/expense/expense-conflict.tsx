import { useId, useRef } from 'react'

import { useFocusOnMount } from '#client/lib/use-focus-on-mount.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { messages } from '#shared/messages.ts'

import type { Difference } from './expense-form-values.ts'

export interface ConflictNoticeProps {
  differences: Difference[]
  onApply: () => void
  onDrop: () => void
}

/** Two people on one expense: both texts side by side, and nothing happens before one is chosen. */
export function ConflictNotice({ differences, onApply, onDrop }: ConflictNoticeProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useFocusOnMount(box)
  return (
    <Alert ref={box} tabIndex={-1} variant="warning" aria-labelledby={id}>
      <p id={id} className="font-semibold">
        {messages.kayitChanged}
      </p>
      <p>Yazdıklarınız duruyor, hiçbir şeyin üzerine yazılmadı.</p>
      {differences.length > 0 && (
        <dl className="my-3 grid gap-2 rounded-md border border-border bg-card p-3 text-foreground">
          {differences.map(({ label, theirs, mine }) => (
            <div key={label}>
              <dt className="text-sm font-medium">{label}</dt>
              <dd className="line-clamp-3 text-sm wrap-anywhere">
                <span className="text-muted-foreground">Güncel: </span>
                {theirs}
              </dd>
              <dd className="line-clamp-3 text-sm wrap-anywhere">
                <span className="text-muted-foreground">Sizin yazdığınız: </span>
                {mine}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onApply}>
          Yazdıklarımı güncel kayda aktar
        </Button>
        <Button variant="ghost" size="sm" onClick={onDrop}>
          Yazdıklarımı bırak
        </Button>
      </div>
    </Alert>
  )
}
