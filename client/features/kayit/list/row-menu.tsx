import { Ellipsis, MessageCircle, Phone, Trash2 } from 'lucide-react'

import { Button } from '#client/ui/button.tsx'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { dialledNumber, formatPhone, isMobile } from '#shared/vehicle.ts'

const LINE = 'flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-left font-medium hover:bg-sunken'

export interface RowMenuProps {
  row: KayitListItem
  onDelete: (row: KayitListItem, opener: HTMLElement) => void
}

/** The other actions of a card on a phone: call, write, delete. */
export function RowMenu({ row, onDelete }: RowMenuProps) {
  const { open, place, close, leave, button, panel } = useDisclosure()
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
      <div
        {...panel}
        className="absolute top-full right-0 z-20 w-64 rounded-lg border border-border bg-card p-1.5 text-left shadow-lg"
      >
        {open && (
          <>
            {phone !== null && (
              <a href={`tel:${phone}`} className={LINE} onClick={close}>
                <Phone aria-hidden />
                Ara: {formatPhone(row.musteri_tel)}
              </a>
            )}
            {phone !== null && isMobile(phone) && (
              <a
                href={`https://wa.me/${phone.slice(1)}`}
                target="_blank"
                rel="noreferrer"
                className={LINE}
                onClick={close}
              >
                <MessageCircle aria-hidden />
                WhatsApp ile yaz
              </a>
            )}
            <button type="button" className={LINE} onClick={remove}>
              <Trash2 aria-hidden />
              Sil
            </button>
          </>
        )}
      </div>
    </div>
  )
}
