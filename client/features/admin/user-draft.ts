import { useRef, useState } from 'react'

import { api } from '#client/lib/api.ts'
import { logError } from '#client/lib/log.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { useDraft } from '#client/lib/use-draft.ts'
import { isDraftDirty, rebaseDraft } from '#client/lib/versioned-draft.ts'
import type { VersionedUser } from '#shared/admin/schema.ts'

import { type UserDraft, userDraft } from './user-values.ts'

/** What one save took of the form. */
interface Taken {
  draft: UserDraft
  password: string
}

/** What is typed, and the password, which is never kept on this device. */
export function useUserDraft(user: VersionedUser | null) {
  const own = useSessionUser().id
  const nameOf = (id: number) => `kullanici:${own}:${id}`
  const begin = () => ({ ...userDraft(user), key: randomKey() })
  const kept = useDraft(nameOf(user?.id ?? 0), begin)
  const [password, showPassword] = useState('')
  const latestPassword = useRef('')
  const taken = useRef<Taken>(undefined)
  const setPassword = (next: string) => {
    latestPassword.current = next
    showPassword(next)
  }
  const set = (next: UserDraft) => {
    const keyed = { ...next, key: kept.value.key }
    return isDraftDirty(next) ? kept.change(keyed) : kept.reset(keyed)
  }
  return {
    draft: kept.value,
    isRestored: kept.isRestored,
    current: kept.current,
    password,
    setPassword,
    set,
    forget: () => kept.reset(begin()),
    /** To be called with every save: later typing is told from what was sent. */
    take: () => {
      taken.current = { draft: kept.value, password }
    },
    /** Whether the form holds more than the save took. */
    isTypedSince: () => {
      if (taken.current === undefined) return false
      const rest = { ...kept.current(), base: taken.current.draft.values }
      return isDraftDirty(rest) || latestPassword.current !== taken.current.password
    },
    /** Goes on from the user that the save stored, with what was typed since; answers it, where it can be read. */
    goOn: async (id: number): Promise<VersionedUser | undefined> => {
      const sent = taken.current
      const stored = sent && (await readStored(id))
      if (sent === undefined || stored === undefined) return undefined
      const rest = { ...kept.current(), base: sent.draft.values }
      kept.move(nameOf(stored.id), { ...rest, ...rebaseDraft(rest, userDraft(stored)) })
      if (latestPassword.current === sent.password) setPassword('')
      return stored
    },
  }
}

async function readStored(id: number): Promise<VersionedUser | undefined> {
  try {
    return await api.admin.user.fetch({ id }, { staleTime: 0 })
  } catch (error) {
    logError('Kullanıcı yeniden okunamadı.', error)
    return undefined
  }
}
