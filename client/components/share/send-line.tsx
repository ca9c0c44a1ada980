import { Send } from 'lucide-react'
import type { ComponentProps } from 'react'

import { MoreLine } from '#client/components/directory/more-menu.tsx'
import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { useRight } from '#client/lib/session.ts'

import type { SubjectShareProps } from './subject-share-dialog.tsx'

export const SubjectShare = lazyDialog<SubjectShareProps>(() => import('./subject-share-dialog.tsx'))

/** The line of a menu that opens 'Gönder', for a user who may download the same file. */
export const SendLine = (props: Omit<ComponentProps<typeof MoreLine>, 'Icon'>) =>
  useRight('export') && <MoreLine Icon={Send} {...props} />
