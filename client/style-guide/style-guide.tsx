import { AppHeader } from '#client/components/app-header.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { Button } from '#client/ui/button.tsx'

import { Controls, Fields } from './controls.tsx'
import { Facts, Messages } from './facts.tsx'
import { Files } from './files.tsx'
import { Figures, Lists } from './lists.tsx'
import { Overlay } from './overlays.tsx'

/**
 * Every component in every state, only in `npm run dev` (docs/look.md). `state` names the open overlay (overlays.tsx).
 */
export function StyleGuide({ state }: { state: string }) {
  return (
    <>
      <AppHeader
        companyName="Demir Oto"
        userId={0}
        username="Ayşe"
        logoUrl=""
        isAdmin
        hasFigures
        hasPayments
        onFind={() => {}}
        onFindIntent={() => {}}
        onLogout={() => {}}
      />
      <main className="mx-auto grid w-full max-w-[120rem] gap-6 px-4 pt-4 pb-24 md:px-6">
        <PageHeader title="Stil" about="34 ABC 123 · Ayşe Kaya" plate="34 ABC 123">
          <Button>Kaydet</Button>
        </PageHeader>
        <Facts />
        <Controls />
        <Fields />
        <Messages />
        <Files />
        <Lists />
        <Figures />
      </main>
      <Overlay state={state} />
    </>
  )
}
