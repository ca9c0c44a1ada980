import { useState } from 'react'

import { readCookie, writeCookie } from '#client/lib/cookies.ts'
import { BASE_PATH } from '#shared/base.ts'

const COOKIE = 'islem_kdv'
const DAYS = 365

/** Whether new prices are typed with VAT; this browser remembers the last choice, without one they are not. */
export function useKdvDahil(): [boolean, (kdvDahil: boolean) => void] {
  const [kdvDahil, setKdvDahil] = useState(() => readCookie(COOKIE) === '1')
  const choose = (chosen: boolean) => {
    writeCookie(COOKIE, chosen ? '1' : '0', { days: DAYS, path: BASE_PATH })
    setKdvDahil(chosen)
  }
  return [kdvDahil, choose]
}
