import { useEffect } from 'react'

/** Names the browser's tab after the screen: 'Kayıtlar – Oto Servis Yönetim Paneli'. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Oto Servis Yönetim Paneli`
  }, [title])
}
