import { createFileRoute } from '@tanstack/react-router'

import { ResetScreen } from '#client/features/auth/reset-screen.tsx'

/** The target of a link for a new password, with or without a session: `/parola#<token>`. */
export const Route = createFileRoute('/parola')({ component: ResetScreen })
