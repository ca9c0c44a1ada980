import { MessageCircle, Phone } from 'lucide-react'

import { Button } from '#client/ui/button.tsx'
import { dialledNumber, formatPhone, isMobile } from '#shared/phone.ts'

/** Buttons that call a number or write to it; a number that cannot be dialled has none. */
export function Contact({ phone }: { phone: string }) {
  const dialled = dialledNumber(phone)
  if (dialled === null) return null
  return (
    <>
      <Button asChild variant="outline">
        <a href={`tel:${dialled}`}>
          <Phone aria-hidden />
          {formatPhone(phone)}
        </a>
      </Button>
      {isMobile(dialled) && (
        <Button asChild variant="outline">
          <a href={`https://wa.me/${dialled.slice(1)}`} target="_blank" rel="noreferrer">
            <MessageCircle aria-hidden />
            WhatsApp
          </a>
        </Button>
      )}
    </>
  )
}
