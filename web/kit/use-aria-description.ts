import { type RefObject, useEffect } from 'react'

/** Sets `aria-describedby` on the element itself, because Mantine's inputs drop this attribute. */
export function useAriaDescription(field: RefObject<HTMLElement | null>, id: string | undefined): void {
  useEffect(() => {
    if (!id) return
    const input = field.current
    input?.setAttribute('aria-describedby', id)
    return () => input?.removeAttribute('aria-describedby')
  }, [field, id])
}
