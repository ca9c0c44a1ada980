import { createFileRoute } from '@tanstack/react-router'

import { ResetScreen } from '#client/features/auth/reset-screen.tsx'

/** Where a link for a new password leads, with or without a session: `/parola#<token>`. */
export const Route = createFileRoute('/parola')({ component: ResetScreen })
