import { type ComponentType, useEffect, useState } from 'react'

import { CodeLoadError } from '#client/components/code-load-error.tsx'
import { connection } from '#client/lib/connection.ts'
import { onFirstAction } from '#client/lib/on-first-action.ts'
import { loadOnDemand } from '#client/lib/load-on-demand.ts'
import { useStore } from '#client/lib/store.ts'
import { Button } from '#client/ui/button.tsx'

interface DialogState {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * Returns a dialog whose code is a separate file, which a screen loads when the user begins to act. If the load fails,
 * a message replaces the dialog.
 */
export function lazyDialog<Props extends DialogState>(
  get: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const code = loadOnDemand(get)
  const prepare = () => {
    if (connection.get() === 'up') code.load()
  }
  return function LazyDialog(props: Props) {
    const { open, onOpenChange } = props
    const state = useStore(code.state, (current) => current)
    // The dialog stays mounted after the first opening, because it fades out and returns the focus.
    const [wasOpen, setWasOpen] = useState(open)
    if (open && !wasOpen) setWasOpen(true)
    useEffect(() => (open ? code.load() : onFirstAction(prepare)), [open])
    if (state.status === 'loaded') return wasOpen && <state.it {...props} />
    return open && state.status === 'failed' && <Failed onClose={() => onOpenChange(false)} />
  }
}

/** Focuses the failure's button and returns a function that gives the focus back to the opener. */
function takeFocus(part: HTMLElement | null): () => void {
  const before = document.activeElement
  part?.querySelector('button')?.focus()
  return () => {
    if (before instanceof HTMLElement) before.focus()
  }
}

function Failed({ onClose }: { onClose: () => void }) {
  return (
    <div
      ref={takeFocus}
      className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+var(--action-bar)+1rem)] z-50 mx-auto max-w-lg rounded-lg bg-card shadow-lg"
    >
      <CodeLoadError>
        <Button variant="outline" size="sm" onClick={onClose}>
          Vazgeç
        </Button>
      </CodeLoadError>
    </div>
  )
}
