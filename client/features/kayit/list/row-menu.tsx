import { type CSSProperties, lazy, Suspense, use, useEffect, useState } from 'react'

import { MenuPanel } from '#client/components/menu-panel.tsx'
import { cn } from '#client/lib/cn.ts'
import { buttonVariants } from '#client/ui/button.tsx'
import { overlayClasses } from '#client/ui/dialog-parts.tsx'
import { GLYPHS } from '#client/ui/glyph.tsx'
import { useStore } from '#client/lib/store.ts'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import { isolated } from '#shared/bidi.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'

import { ListContext } from './context.ts'
import { importMenus } from './import-menus.ts'

const Entries = lazy(async () => ({ default: (await importMenus()).RowMenuEntries }))

/**
 * On a phone the menu stands at the bottom of the window, within reach of the thumb; elsewhere at its button, fixed in
 * the window, because the frame of the table would cut it.
 */
const SHEET =
  'fixed z-50 max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:w-auto max-md:rounded-b-none max-md:p-3 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:top-(--menu-top) md:right-(--menu-right) md:bottom-(--menu-bottom)'

const BUTTON = cn(
  buttonVariants({ variant: 'ghost', size: 'icon' }),
  'max-md:absolute max-md:top-0.5 max-md:right-0.5 md:size-8 md:max-lg:size-7',
)

/** The height in pixels that the menu needs below its button; with less it opens above. */
const ROOM = 340

/** Returns the position of the menu at its button, as custom properties. */
function positionAt(button: HTMLElement): CSSProperties {
  const { top, bottom, right } = button.getBoundingClientRect()
  const isAbove = window.innerHeight - bottom < ROOM && top > ROOM
  return {
    '--menu-top': isAbove ? 'auto' : `${bottom + 4}px`,
    '--menu-bottom': isAbove ? `${window.innerHeight - top + 4}px` : 'auto',
    '--menu-right': `${document.documentElement.clientWidth - right}px`,
  } as CSSProperties
}

/** Offers the other actions of a row. */
export function RowMenu({ row }: { row: KayitListItem }) {
  const { preview } = use(ListContext)
  const { container, close, leave, button, panel } = useDisclosure()
  const [position, setPosition] = useState<CSSProperties>()
  const isPreviewed = useStore(preview, (shown) => shown === row.kayit_id)
  const isOpen = !panel.hidden
  useEffect(() => {
    // The menu does not move with the page; a phone's sheet stays.
    if (!isOpen || window.innerWidth < 768) return undefined
    window.addEventListener('scroll', close, { once: true, passive: true })
    return () => window.removeEventListener('scroll', close)
  }, [isOpen, close])
  return (
    <div ref={container}>
      {isOpen && <div className={cn(overlayClasses, 'md:hidden')} onPointerDown={close} />}
      <button
        {...button}
        // A closed menu is not in the page.
        aria-controls={isOpen ? panel.id : undefined}
        type="button"
        data-slot="button"
        data-previewed={isPreviewed || undefined}
        className={BUTTON}
        aria-label={`Diğer işlemler: ${isolated(row.plaka || row.musteri_adi_soyadi)}`}
        onClick={(event) => {
          setPosition(positionAt(event.currentTarget))
          button.onClick()
        }}
      >
        {GLYPHS.dots}
      </button>
      {isOpen && (
        <MenuPanel id={panel.id} className={SHEET} style={position}>
          <Suspense>
            <Entries row={row} close={close} leave={leave} isPreviewed={isPreviewed} />
          </Suspense>
        </MenuPanel>
      )}
    </div>
  )
}
