import { Ellipsis, MessageCircle, Phone, Trash2 } from 'lucide-react'

import { MENU_LINE, MenuPanel } from '#client/components/menu-panel.tsx'
import { Button } from '#client/ui/button.tsx'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { dialledNumber, formatPhone, isMobile } from '#shared/vehicle.ts'

export interface RowMenuProps {
  row: KayitListItem
  onDelete: (row: KayitListItem, opener: HTMLElement) => void
}

/** The other actions of a card on a phone: call, write, delete. */
export function RowMenu({ row, onDelete }: RowMenuProps) {
  const { place, close, leave, button, panel } = useDisclosure()
  const phone = dialledNumber(row.musteri_tel)
  const remove = () => {
    const opener = leave()
    if (opener !== null) onDelete(row, opener)
  }
  return (
    <div ref={place} className="absolute top-0.5 right-0.5 md:hidden">
      <Button
        {...button}
        variant="ghost"
        size="icon"
        aria-label={`Diğer işlemler: ${row.plaka || row.musteri_adi_soyadi}`}
      >
        <Ellipsis aria-hidden className="text-muted-foreground" />
      </Button>
      <MenuPanel {...panel}>
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
        <button type="button" className={MENU_LINE} onClick={remove}>
          <Trash2 aria-hidden />
          Sil
        </button>
      </MenuPanel>
    </div>
  )
}
