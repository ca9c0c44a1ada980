import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { BASE_PATH } from '#shared/base.ts'

const LIST = `${BASE_PATH}/books`

/** The list as it was last left, with its page, search and order. */
let lastList = LIST

/** Leads back to the list: where it was left if that was the screen before this one, else as it was last seen. */
export function useBackToList(): () => void {
  const router = useRouter()
  // While a screen is drawn for the first time, the router still holds the one before it.
  const [came] = useState(() => router.state.resolvedLocation?.publicHref ?? '')
  const [isFromList] = useState(() => came === LIST || came.startsWith(`${LIST}?`))
  useEffect(() => {
    if (isFromList) lastList = came
  }, [isFromList, came])
  return () => {
    if (isFromList && router.history.canGoBack()) router.history.back()
    else router.history.push(lastList)
  }
}
