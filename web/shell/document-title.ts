import { useEffect } from 'react'

/** Document title, such as `Clientes · Torniquete`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Torniquete`
  }, [title])
}
