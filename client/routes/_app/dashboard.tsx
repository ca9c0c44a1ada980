import { createFileRoute } from '@tanstack/react-router'

import { Dashboard } from '#client/features/dashboard/dashboard.tsx'

export const Route = createFileRoute('/_app/dashboard')({ component: Dashboard })
