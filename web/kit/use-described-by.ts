import { type RefObject, useEffect } from 'react'

/** Names the element that describes an input: Mantine's inputs drop an `aria-describedby` that is given to them. */
export function useDescription(field: RefObject<HTMLElement | null>, id: string | undefined): void {
  useEffect(() => {
    if (!id) return
    const input = field.current
    input?.setAttribute('aria-describedby', id)
    return () => input?.removeAttribute('aria-describedby')
  }, [field, id])
}
