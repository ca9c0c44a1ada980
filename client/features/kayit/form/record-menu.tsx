import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { buttonVariants } from '#client/ui/button.tsx'
import { GLYPHS } from '#client/ui/glyph.tsx'
import { useDisclosure } from '#client/lib/use-disclosure.ts'

import type { RecordMenuProps } from './record-menu-panel.tsx'

const Panel = lazyDialog<RecordMenuProps & { open: boolean; onOpenChange: (open: boolean) => void }>(
  () => import('./record-menu-panel.tsx'),
)

/** Offers the rarer actions of a stored record. */
export function RecordMenu(props: Omit<RecordMenuProps, 'id' | 'leave'> & { kayitId: number }) {
  const { container, close, leave, button, panel } = useDisclosure()
  return (
    <div ref={container} className="relative">
      <button
        {...button}
        aria-controls={panel.hidden ? undefined : panel.id}
        type="button"
        data-slot="button"
        aria-label="Diğer işlemler"
        className={buttonVariants({ variant: 'outline', size: 'icon' })}
      >
        {GLYPHS.dots}
      </button>
      <Panel {...props} id={panel.id} open={!panel.hidden} onOpenChange={close} leave={leave} />
    </div>
  )
}
