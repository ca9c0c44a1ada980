import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useSessionUser } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { BASE_PATH } from '#shared/base.ts'

const LIST = `${BASE_PATH}/books`

/** Last address of the list, per user: the next user of this device must not see it. */
let last = { userId: 0, list: LIST }

/** Leads to the list: back in history if that was the previous screen, otherwise to its last address. */
function useBackToList(): () => void {
  const router = useRouter()
  const userId = useSessionUser().id
  // During the first render of a screen the router still has the previous address.
  const [came] = useState(() => router.state.resolvedLocation?.publicHref ?? '')
  const isFromList = came === LIST || came.startsWith(`${LIST}?`)
  useEffect(() => {
    if (isFromList) last = { userId, list: came }
  }, [isFromList, came, userId])
  return () => {
    if (isFromList && router.history.canGoBack()) router.history.back()
    else router.history.push(last.userId === userId ? last.list : LIST)
  }
}

export function BackButton() {
  const back = useBackToList()
  return (
    <Button
      variant="ghost"
      size="icon"
      className="-ml-3 md:-mx-2"
      aria-label="Geri"
      title="Geri"
      onClick={back}
    >
      <ArrowLeft aria-hidden />
    </Button>
  )
}
