import { Eye, FileText, MessageCircle, Phone, SquareCheck, Trash2 } from 'lucide-react'
import { use } from 'react'

import { MENU_LINE } from '#client/components/menu-panel.tsx'
import { useStore } from '#client/lib/store.ts'
import type { useDisclosure } from '#client/lib/use-disclosure.ts'
import type { KayitListItem } from '#shared/kayit/schema.ts'
import { dialledNumber, formatPhone, whatsAppChat } from '#shared/phone.ts'

import { ListContext } from './context.ts'
import { toggleRow } from './selection.ts'

interface EntriesProps extends Pick<ReturnType<typeof useDisclosure>, 'close' | 'leave'> {
  row: KayitListItem
  isPreviewed: boolean
}

/** The actions in the menu of a row: preview, documents, call, WhatsApp message, select, delete. */
export function RowMenuEntries({ row, close, leave, isPreviewed }: EntriesProps) {
  const { onDelete, onPdf, canDelete, preview, selection } = use(ListContext)
  const isSelected = useStore(selection, ({ ids }) => ids.has(row.kayit_id))
  const phone = dialledNumber(row.musteri_tel)
  const chat = whatsAppChat(row.musteri_tel)
  const remove = () => {
    const opener = leave()
    if (opener !== null) onDelete(row, opener)
  }
  const show = () => {
    leave()
    preview.set(isPreviewed ? null : row.kayit_id)
  }
  const select = () => {
    leave()
    selection.set(toggleRow(selection.get(), row.kayit_id))
  }
  const document = (kind: 'kdvli' | 'kdvsiz', name: string) =>
    onPdf !== undefined && (
      <button
        type="button"
        className={MENU_LINE}
        onClick={() => {
          leave()
          void onPdf(row, kind)
        }}
      >
        <FileText aria-hidden />
        {name}
      </button>
    )
  return (
    <>
      <button type="button" className={MENU_LINE} onClick={show}>
        <Eye aria-hidden />
        {isPreviewed ? 'Önizlemeyi kapat' : 'Önizle'}
      </button>
      {document('kdvli', 'KDV’li PDF')}
      {document('kdvsiz', 'KDV’siz PDF')}
      {phone !== null && (
        <a href={`tel:${phone}`} className={MENU_LINE} onClick={close}>
          <Phone aria-hidden />
          Ara: {formatPhone(row.musteri_tel)}
        </a>
      )}
      {chat !== null && (
        <a href={chat} target="_blank" rel="noreferrer" className={MENU_LINE} onClick={close}>
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
