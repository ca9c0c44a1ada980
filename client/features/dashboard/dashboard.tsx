import { Link } from '@tanstack/react-router'
import { BookOpenText, Plus } from 'lucide-react'

import { PageHeader } from '#client/components/page-header.tsx'
import { ThemeSelect } from '#client/components/theme-select.tsx'
import { useSessionUser } from '#client/lib/session.ts'

const CARD =
  'flex min-h-24 items-center gap-4 rounded-lg border border-border bg-card p-4 shadow-sm hover:border-primary md:p-6'

/** The first screen after the login: a greeting and the ways to what exists. */
export function Dashboard() {
  const user = useSessionUser()
  return (
    <>
      <PageHeader title={`Hoş geldiniz, ${user.username}`}>
        <ThemeSelect />
      </PageHeader>
      <ul className="grid gap-4 md:grid-cols-2">
        <li>
          <Link to="/book/$id" params={{ id: '0' }} className={CARD}>
            <Plus aria-hidden className="text-primary" />
            <span>
              <span className="block font-semibold">Yeni kayıt aç</span>
              <span className="text-muted-foreground">Müşteri, araç ve yapılacak işlemler</span>
            </span>
          </Link>
        </li>
        <li>
          <Link to="/books" className={CARD}>
            <BookOpenText aria-hidden className="text-primary" />
            <span>
              <span className="block font-semibold">Kayıt listesi</span>
              <span className="text-muted-foreground">Arama, süzme ve düzenleme</span>
            </span>
          </Link>
        </li>
      </ul>
    </>
  )
}
