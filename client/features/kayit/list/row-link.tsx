import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

import { BASE_PATH } from '#shared/base.ts'

interface RowLinkProps extends ComponentProps<'a'> {
  kayitId: number
}

/**
 * Links to a record. A hundred of the router's own links would each follow every change of the address; the rows
 * preload instead (`useRowProps`).
 */
export function RowLink({ kayitId, children, ...props }: RowLinkProps) {
  const router = useRouter()
  const open = (event: MouseEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event
    if (event.defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    event.preventDefault()
    void router.navigate({ to: '/book/$id', params: { id: String(kayitId) } })
  }
  return (
    <a {...props} href={`${BASE_PATH}/book/${kayitId}`} onClick={open}>
      {children}
    </a>
  )
}
