import { Ellipsis, MessageCircle, Phone, Trash2 } from 'lucide-react'
import { useCallback, useId, useRef, useState } from 'react'

import { Button } from '#client/ui/button.tsx'
import { useDismiss } from '#client/lib/use-dismiss.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { dialledNumber, formatPhone, isMobile } from '#shared/vehicle.ts'

const LINE = 'flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-left font-medium hover:bg-sunken'

export interface RowMenuProps {
  row: KayitListItem
  onDelete: (row: KayitListItem, opener: HTMLElement) => void
}

/** The other actions of a card on a phone: call, write, delete. */
export function RowMenu({ row, onDelete }: RowMenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  useDismiss(open, place, close)
  const phone = dialledNumber(row.musteri_tel)
  const remove = () => {
    const opener = toggle.current
    if (opener === null) return
    // The question returns the focus to where it was; its line is gone by then.
    opener.focus()
    close()
    onDelete(row, opener)
  }
  return (
    <div ref={place} className="absolute top-0.5 right-0.5 md:hidden">
      <Button
        ref={toggle}
        variant="ghost"
        size="icon"
        aria-label={`Diğer işlemler: ${row.plaka || row.musteri_adi_soyadi}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Ellipsis aria-hidden className="text-muted-foreground" />
      </Button>
      <div
        id={id}
        hidden={!open}
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
