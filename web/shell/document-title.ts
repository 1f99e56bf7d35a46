import { useEffect } from 'react'

/** `Clientes · Torniquete` in the tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Torniquete`
  }, [title])
}
