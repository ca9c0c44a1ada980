import { Eye, MessageCircle, Phone, SquareCheck, Trash2 } from 'lucide-react'
import { use } from 'react'

import { MENU_LINE, MenuPanel } from '#client/components/menu-panel.tsx'
import { cn } from '#client/lib/cn.ts'
import { buttonVariants } from '#client/ui/button.tsx'
import { overlayClasses } from '#client/ui/dialog-parts.tsx'
import { GLYPHS } from '#client/ui/glyph.tsx'
import { useStore } from '#client/lib/store.ts'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import { isolated } from '#shared/bidi.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { dialledNumber, formatPhone, isMobile } from '#shared/phone.ts'

import { ListContext } from './context.ts'
import { toggleRow } from './selection.ts'

/** The menu stands at the bottom of the window, within reach of the thumb. */
const SHEET =
  'fixed inset-x-0 top-auto bottom-0 z-50 w-auto rounded-b-none p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]'

const BUTTON = cn(buttonVariants({ variant: 'ghost', size: 'icon' }))

/** Offers the other actions of a card on a phone. */
export function RowMenu({ row }: { row: KayitListItem }) {
  const { container, close, leave, button, panel } = useDisclosure()
  const isOpen = !panel.hidden
  return (
    <div ref={container} className="absolute top-0.5 right-0.5 md:hidden">
      {isOpen && <div className={overlayClasses} onPointerDown={close} />}
      <button
        {...button}
        // A closed menu is not in the page.
        aria-controls={isOpen ? panel.id : undefined}
        type="button"
        data-slot="button"
        className={BUTTON}
        aria-label={`Diğer işlemler: ${isolated(row.plaka || row.musteri_adi_soyadi)}`}
      >
        {GLYPHS.dots}
      </button>
      {isOpen && (
        <MenuPanel id={panel.id} className={SHEET}>
          <Entries row={row} close={close} leave={leave} />
        </MenuPanel>
      )}
    </div>
  )
}

interface EntriesProps extends Pick<ReturnType<typeof useDisclosure>, 'close' | 'leave'> {
  row: KayitListItem
}

/** Actions: preview, call, WhatsApp message, select, delete. */
function Entries({ row, close, leave }: EntriesProps) {
  const { onDelete, canDelete, preview, selection } = use(ListContext)
  const isSelected = useStore(selection, ({ ids }) => ids.has(row.kayit_id))
  const phone = dialledNumber(row.musteri_tel)
  const remove = () => {
    const opener = leave()
    if (opener !== null) onDelete(row, opener)
  }
  const show = () => {
    leave()
    preview.set(row.kayit_id)
  }
  const select = () => {
    leave()
    selection.set(toggleRow(selection.get(), row.kayit_id))
  }
  return (
    <>
      <button type="button" className={MENU_LINE} onClick={show}>
        <Eye aria-hidden />
        Önizle
      </button>
      {phone !== null && (
        <a href={`tel:${phone}`} className={MENU_LINE} onClick={close}>
          <Phone aria-hidden />
          Ara: {formatPhone(row.musteri_tel)}
        </a>
      )}
      {phone !== null && isMobile(phone) && (
        <a
          href={`https://wa.me/${phone.slice(1)}`}
          target="_blank"
          rel="noreferrer"
          className={MENU_LINE}
          onClick={close}
        >
          <MessageCircle aria-hidden />
          WhatsApp ile yaz
        </a>
      )}
      <button type="button" className={MENU_LINE} onClick={select}>
        <SquareCheck aria-hidden />
        {isSelected ? 'Seçimi kaldır' : 'Seç'}
      </button>
      {canDelete && (
        <button type="button" className={MENU_LINE} onClick={remove}>
          <Trash2 aria-hidden />
          Sil
        </button>
      )}
    </>
  )
}
