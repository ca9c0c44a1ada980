import { createContext } from 'react'

import type { Debtor } from '#shared/balance/schema.ts'
import { reminderText } from '#shared/balance/words.ts'
import { whatsAppChat } from '#shared/phone.ts'

/** The shop's name and its text of reminders, '' for the usual one. */
export const RemindersContext = createContext({ company: '', text: '' })

type Addressee = Pick<Debtor, 'name' | 'phone' | 'total_kurus'>

/** Returns the address that opens WhatsApp with a reminder; `null` for a number that has none. */
export const reminderAddress = (debtor: Addressee, shop: { company: string; text: string }): string | null =>
  whatsAppChat(debtor.phone, reminderText(debtor, shop))
