import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useSessionUser } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { BASE_PATH } from '#shared/base.ts'

const LIST = `${BASE_PATH}/books`

/** The list as this user has last left it, with its page, search and order: the next one must not see it. */
let last = { userId: 0, list: LIST }

/** Leads back to the list: where it was left if that was the screen before this one, else as it was last seen. */
function useBackToList(): () => void {
  const router = useRouter()
  const userId = useSessionUser().id
  // While a screen is drawn for the first time, the router still holds the one before it.
  const [came] = useState(() => router.state.resolvedLocation?.publicHref ?? '')
  const [isFromList] = useState(() => came === LIST || came.startsWith(`${LIST}?`))
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
    <Button variant="outline" className="max-md:grow" onClick={back}>
      <ArrowLeft aria-hidden />
      Geri
    </Button>
  )
}
