import { NextStep } from '#client/components/call-error.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { Alert } from '#client/ui/alert.tsx'

/**
 * The screen for a user without the right to the requested one (specification §6; the server refuses its calls too).
 */
export function Forbidden() {
  return (
    <>
      <PageHeader title="Yetki yok" />
      <Alert>Bu sayfayı görme yetkiniz yok.</Alert>
      <NextStep text="Menüden başka bir sayfaya geçebilirsiniz. Yetki gerekiyorsa paneli yöneten kişiye başvurun." />
    </>
  )
}
