import type { ReactNode } from 'react'

import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'

/**
 * Replaces a part of the screen whose code did not load: no connection, or an update since the page was opened. After
 * an update the file no longer exists, and some browsers request one only once, so the page must be reloaded.
 */
export function CodeLoadError({ children }: { children?: ReactNode }) {
  return (
    <Alert>
      <p>Bu bölüm yüklenemedi. Bağlantınızı denetleyip sayfayı yenileyin.</p>
      <div className="mt-2 flex gap-2">
        <Button variant="outline" size="sm" onClick={() => window.location.reload()}>
          Sayfayı yenile
        </Button>
        {children}
      </div>
    </Alert>
  )
}
