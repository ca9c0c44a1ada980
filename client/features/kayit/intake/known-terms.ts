import { readDraft, writeDraft } from '#client/lib/drafts.ts'

const nameOf = (userId: number) => `sartlar:${userId}`

/** Stores the terms of intakes on this device for a form that is filled in without a connection, until the logout. */
export const storeTerms = (userId: number, terms: string): void =>
  void writeDraft(nameOf(userId), JSON.stringify({ savedAt: Date.now(), terms }))

/** Returns the terms that this device has loaded last. */
export function readTerms(userId: number): string | undefined {
  try {
    const { terms } = JSON.parse(readDraft(nameOf(userId)) ?? '{}') as { terms?: unknown }
    return typeof terms === 'string' ? terms : undefined
  } catch {
    return undefined
  }
}
