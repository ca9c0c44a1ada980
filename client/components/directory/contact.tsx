import { MessageCircle, Phone } from 'lucide-react'

import { Button } from '#client/ui/button.tsx'
import { dialledNumber, formatPhone, whatsAppChat } from '#shared/phone.ts'

/** On a phone the buttons share one row, which has no room for icons. */
export const PHONE_ROW = 'max-md:min-h-11 max-md:grow max-md:px-2 max-md:[&>svg]:hidden'

/** Buttons that call a number or write to it; a number that cannot be dialled has none. */
export function Contact({ phone }: { phone: string }) {
  const dialled = dialledNumber(phone)
  const chat = whatsAppChat(phone)
  if (dialled === null) return null
  return (
    <>
      <Button asChild variant="outline" className={PHONE_ROW}>
        <a href={`tel:${dialled}`} title={formatPhone(phone)}>
          <Phone aria-hidden />
          Ara
        </a>
      </Button>
      {chat !== null && (
        <Button asChild variant="outline" className={PHONE_ROW}>
          <a href={chat} target="_blank" rel="noreferrer">
            <MessageCircle aria-hidden />
            WhatsApp
          </a>
        </Button>
      )}
    </>
  )
}
