import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { api, trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { changeSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import { messages } from '#shared/messages.ts'
import type { VersionedSettings } from '#shared/settings/schema.ts'

import { type GeneralDraft, updateInput } from './general-values.ts'

export interface GeneralSaveSettings {
  onStored: (stored: VersionedSettings, sent: GeneralDraft) => void
  /** The settings have changed elsewhere meanwhile. */
  onConflict: (current: VersionedSettings) => void
}

/** Saves the card; the header's company name follows at once. */
export function useSaveGeneral({ onStored, onConflict }: GeneralSaveSettings) {
  const router = useRouter()
  const { mutateAsync } = trpc.settings.update.useMutation()
  const [key] = useState(randomKey)
  return useAttempt({
    store: async (draft: GeneralDraft) => {
      const stored = await mutateAsync(updateInput(draft, key))
      api.settings.get.setData(undefined, stored)
      void api.admin.users.invalidate()
      onStored(stored, draft)
      changeSessionUser({ company_name: stored.company_name })
      toast.success(messages.settingsSaved)
      void router.invalidate()
    },
    readAgain: () => api.settings.get.fetch(undefined, { staleTime: 0 }),
    onConflict,
    refuse: (error) => errorMessage(error, messages.settingsSaveFailed, messages.settingsSaveFailed),
  })
}
