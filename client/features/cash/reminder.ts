import { createContext } from 'react'

import type { Debtor } from '#shared/balance/schema.ts'
import { messageText } from '#shared/message/texts.ts'
import { formatTL } from '#shared/money.ts'
import { whatsAppChat } from '#shared/phone.ts'

/** The shop's name and its text of reminders, '' for the usual one. */
export const RemindersContext = createContext({ company: '', text: '' })

type Addressee = Pick<Debtor, 'name' | 'phone' | 'total_kurus'>

/** Returns the address that opens WhatsApp with a reminder; `null` for a number that has none. */
export const reminderAddress = (
  { name: ad, phone, total_kurus }: Addressee,
  { company: firma, text }: { company: string; text: string },
): string | null =>
  whatsAppChat(phone, messageText('reminder', text, { ad, tutar: formatTL(total_kurus), firma }))
